"""Frames and messages: strict where a client speaks, forbearing where a newer server does.

A frame that is in no order is decoded in two stages, first its kind alone, then the message of that kind, so that what
is wrong can be said. It ends in a `WireError`; nothing else escapes, however deep, long or strange a frame is.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec import Struct

from gouji_desktop.net.codes import FRAME_IN, FRAME_OUT, ErrorCode
from gouji_desktop.net.fields import REQUEST_ID_LENGTH, Message
from gouji_desktop.net.messages import ServerMessage
from gouji_desktop.net.requests import ClientMessage

_FAULTS = (msgspec.DecodeError, RecursionError, UnicodeError, ValueError)


class WireError(ValueError):
    """A frame that is no message; `code` is what a server answers, `re` the id of the request where it has one."""

    def __init__(self, code: ErrorCode, detail: str, re: str | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.re = re


class _Head(Struct):
    """What is read first."""

    k: str
    id: Any = None


_encoder = msgspec.json.Encoder()
_head = msgspec.json.Decoder(_Head)


def _decoders(union: Any) -> dict[str, msgspec.json.Decoder[Any]]:
    return {str(kind.__struct_config__.tag): msgspec.json.Decoder(kind) for kind in get_args(union)}


_CLIENT = _decoders(ClientMessage)
_SERVER = _decoders(ServerMessage)
#: Both steps in one, for what is in order, which nearly everything is.
_ANY_CLIENT: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def encode(message: Message) -> str:
    """The frame of a message."""
    return _encoder.encode(message).decode()


def encode_bytes(message: Any) -> bytes:
    """The same as bytes, also of parts of messages, to be put into others as `msgspec.Raw`."""
    return _encoder.encode(message)


def decode_client(frame: str | bytes) -> ClientMessage:
    """The message of a client. Raises WireError: `bad_json`, `unknown_kind` or `bad_schema`."""
    if len(frame) > FRAME_IN:
        raise WireError(ErrorCode.BAD_JSON, "the frame is too long")
    try:
        return _ANY_CLIENT.decode(frame)
    except _FAULTS:
        # What exactly is wrong is found step by step.
        head = _read_head(frame)
    decoder = _CLIENT.get(head.k)
    if decoder is None:
        raise WireError(ErrorCode.UNKNOWN_KIND, f"there is no kind {head.k[:40]!r}", _request_id(head.id))
    try:
        message: ClientMessage = decoder.decode(frame)
    except _FAULTS as error:
        raise WireError(ErrorCode.BAD_SCHEMA, str(error)[:200], _request_id(head.id)) from None
    return message


def decode_server(frame: str | bytes) -> ServerMessage | None:
    """The message of a server, None for a kind that this version does not know. Raises WireError."""
    if len(frame) > FRAME_OUT * 2:
        raise WireError(ErrorCode.BAD_JSON, "the frame is too long")
    head = _read_head(frame)
    decoder = _SERVER.get(head.k)
    if decoder is None:
        return None
    try:
        message: ServerMessage = decoder.decode(frame)
    except _FAULTS as error:
        raise WireError(ErrorCode.BAD_SCHEMA, f"{head.k}: {str(error)[:200]}") from None
    return message


def _read_head(frame: str | bytes) -> _Head:
    try:
        return _head.decode(frame)
    except msgspec.ValidationError:
        raise WireError(ErrorCode.BAD_SCHEMA, "a frame is one JSON object with a text field 'k'") from None
    except _FAULTS:
        raise WireError(ErrorCode.BAD_JSON, "the frame is not JSON") from None


def _request_id(value: Any) -> str | None:
    """The id of a request that could not be read, where it can be said again: also one that no request may have."""
    return value if isinstance(value, str) and len(value) <= REQUEST_ID_LENGTH and value.isprintable() else None
