"""What a table is made from, and which requests at it may be made when, and are noted how."""

from __future__ import annotations

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.net import requests
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.names import clean_label
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.server.kept_answers import KeptAnswer
from gouji_desktop.server.ports import Refused, Viewer
from gouji_desktop.server.registry import new_code
from gouji_desktop.server.room_deps import RoomDeps
from gouji_desktop.server.room_seats import Place, new_place
from gouji_desktop.table.codec import CodecError, decode_rules, encode_rules

#: What a seat alone may ask.
SEATED = (requests.Cmd, requests.Trustee, requests.AutoPass, requests.NonceCommit, requests.Nonce)
#: What is carried out also while nothing can be kept.
UNKEPT = (requests.Resync, requests.Say, requests.FetchLog, requests.NonceCommit, requests.Nonce)
#: What changes nothing, or is noted with the events of the match.
NOT_NOTED = (requests.Resync, requests.FetchLog, requests.NonceCommit, requests.Nonce, requests.Cmd)


def new_table(
    id: str,  # noqa: A002 - as everywhere
    host: Viewer,
    request: requests.Create,
    deps: RoomDeps,
) -> tuple[Place, RuleSet] | Refused:
    """The place and the rules of a table that somebody makes, who sits at it on seat 0."""
    try:
        rules = decode_rules(request.rules)
    except CodecError as error:
        return Refused(ErrorCode.RULES_REJECTED, {"text": str(error)})
    # Others read its name too; the digest is that of the options alone.
    rules = rules.with_options({}, clean_label(rules.name) or "?")
    if request.bots and request.bots not in LEVELS:
        return Refused(ErrorCode.BAD_SCHEMA, {"text": f"there is no level {request.bots!r}"})
    title, maker = clean_label(request.title), (host.uid, host.name)
    return new_place(id, new_code(deps.entropy), maker, request, title, encode_rules(rules)), rules


def kept_answer(uid: str, request: Message, table: str, code: str | None = None) -> KeptAnswer:
    """How a request of somebody at a table is noted; `code` where the `ack` names the table and tells its code."""
    name, kind = getattr(request, "id"), str(request.__struct_config__.tag)  # noqa: B009 - every request has one
    return KeptAnswer(uid, name, kind, table, None if code is None else table, code)
