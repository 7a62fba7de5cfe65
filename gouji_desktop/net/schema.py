"""The JSON Schema of all messages of `gouji.v1`, made from the types that read and write them.

docs/protocol.json is this schema with the descriptions of the fields (`python -m tools.protocol_page`).
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import ServerMessage
from gouji_desktop.net.requests import ClientMessage

#: The types of all messages in the order in which they are told.
CLIENT_KINDS: tuple[type[Message], ...] = get_args(ClientMessage)
SERVER_KINDS: tuple[type[Message], ...] = get_args(ServerMessage)


def kind_of(message: type[Message]) -> str:
    """The kind that the field `k` names."""
    return str(message.__struct_config__.tag)


def message_schema() -> dict[str, Any]:
    """JSON Schema (2020-12): `ClientMessage` and `ServerMessage` among its definitions hold every frame there is."""
    _, parts = msgspec.json.schema_components([*CLIENT_KINDS, *SERVER_KINDS], ref_template="#/$defs/{name}")
    unions = {"ClientMessage": CLIENT_KINDS, "ServerMessage": SERVER_KINDS}
    for name, kinds in unions.items():
        parts[name] = {"oneOf": [_reference(kind.__name__) for kind in kinds]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SUBPROTOCOL,
        "anyOf": [_reference(name) for name in unions],
        "$defs": {name: parts[name] for name in sorted(parts)},
    }


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}
