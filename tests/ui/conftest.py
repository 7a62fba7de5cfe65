"""What all tests of the window share: the pages that Qt has compiled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled QML is kept beside the homes of the tests and not in them.

    Each test has an empty home, and Qt would compile every page anew in it: a third of what a window test costs.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QML_DISK_CACHE_PATH", str(tmp_path_factory.mktemp("qml")))
        yield
