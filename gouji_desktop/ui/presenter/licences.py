"""Under which licences the packages stand that the program uses; a test compares them with what is installed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gouji_desktop.ui.presenter.words import Words

#: SPDX expressions by the names of the packages: first those that the program asks for, then those that they need.
PACKAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "qasync": "BSD-2-Clause",
        "platformdirs": "MIT",
        "websockets": "BSD-3-Clause",
        "msgspec": "BSD-3-Clause",
        "argon2-cffi": "MIT",
        "keyring": "MIT",
        "zeroconf": "LGPL-2.1-or-later",
        "ifaddr": "MIT",
        "cryptography": "Apache-2.0 OR BSD-3-Clause",
        "prometheus-client": "Apache-2.0 AND BSD-2-Clause",
        "uvloop": "MIT OR Apache-2.0",
        "argon2-cffi-bindings": "MIT",
        "cffi": "MIT-0",
        "pycparser": "BSD-3-Clause",
        "SecretStorage": "BSD-3-Clause",
        "jeepney": "MIT",
        "jaraco.classes": "MIT",
        "jaraco.functools": "MIT",
        "jaraco.context": "MIT",
        "more-itertools": "MIT",
        "importlib_metadata": "Apache-2.0",
        "zipp": "MIT",
        "lazy-importer": "Apache-2.0",
        "backports.tarfile": "MIT",
        "pywin32-ctypes": "BSD-3-Clause",
    }
)
#: The parts of the page 关于 in order: the names of their keys.
PARTS: Final = ("program", "font", "qt", "python", "packages")


def licence_parts(words: Words) -> tuple[tuple[str, str], ...]:
    """What is used, and under which licence, in words."""
    packages = words.join([f"{name} ({licence})" for name, licence in PACKAGES.items()], "join.dots")
    values = {"packages": {"packages": packages}}
    return tuple((words(f"licence.{part}"), words(f"licence.{part}.detail", **values.get(part, {}))) for part in PARTS)
