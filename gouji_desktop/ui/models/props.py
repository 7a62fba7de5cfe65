"""The one way in which a view model shows new props: it emits the signals of those that changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gouji_desktop.ui.models.rows import camel, for_qml


class Shows(Protocol):
    """A view model whose props are one frozen named tuple."""

    _props: Any


def prop(name: str) -> Callable[[Any], Any]:
    """The getter of one prop, for `Property(type, getter, notify=...)`."""

    def read(model: Any) -> Any:
        return for_qml(getattr(model._props, name))  # noqa: SLF001 - the models' own

    return read


def show(model: Shows, props: Any) -> tuple[str, ...]:
    """Replace the props of a model; the names of those that changed, whose signals have been emitted."""
    old = model._props  # noqa: SLF001 - the models' own
    model._props = props  # noqa: SLF001 - the models' own
    changed = tuple(name for name in props._fields if getattr(old, name) != getattr(props, name))
    for name in changed:
        getattr(model, camel(name) + "Changed").emit()
    return changed
