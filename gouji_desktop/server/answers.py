"""The last answers of each account: the same request twice is carried out once and answered twice.

A request id is its account's own, whichever connection it comes by. Answers which only say "not now" are not kept, so
that the same request can be made again; nor are those of requests that change nothing or belong to one connection. What
a seat has played its table remembers itself. What was answered by the server before this one is in the store
(kept_answers.py).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import Ack, Authed, Err
from gouji_desktop.net.requests import Cmd, FetchLog, ListSessions, LobbySub, LobbyUnsub, Spectate, Unspectate

#: Refusals that pass by themselves.
NOT_NOW = frozenset({ErrorCode.RATE_LIMITED, ErrorCode.BUSY, ErrorCode.FROZEN_STORAGE, ErrorCode.DRAINING})
#: Requests that are carried out each time they come.
REPEATED = (FetchLog, ListSessions, LobbySub, LobbyUnsub, Spectate, Unspectate)
#: So many accounts are remembered; the one that asked longest ago is forgotten first.
ACCOUNTS = 8192


def is_kept(request: Message, answer: Message) -> bool:
    """Whether this answer is what the same request gets when it comes again."""
    if isinstance(answer, Err):
        return answer.code not in NOT_NOW and not isinstance(request, REPEATED)
    return not isinstance(request, REPEATED) and not (isinstance(request, Cmd) and isinstance(answer, Ack))


class Answers:
    """The last `kept` answers of each account, by request id."""

    def __init__(
        self,
        kept: int,
        before: Callable[[str], Iterable[Ack | Authed]] = lambda _uid: (),
        accounts: int = ACCOUNTS,
    ) -> None:
        """`before` tells the last answers of an account that is not known here, the oldest first."""
        self._kept = kept
        self._before = before
        self._most = accounts
        #: None: the request is being carried out.
        self._accounts: OrderedDict[str, dict[str, Message | None]] = OrderedDict()

    def begin(self, uid: str, request: str) -> tuple[bool, Message | None]:
        """A request has come: whether it is new, and otherwise its answer (None: that comes by itself, later).

        Raises StoreError where it cannot be known.
        """
        account = self._accounts.get(uid)
        if account is None:
            account = {answer.re: answer for answer in self._before(uid)}
            self._accounts[uid] = account
            if len(self._accounts) > self._most:
                self._accounts.popitem(last=False)
        self._accounts.move_to_end(uid)
        if request in account:
            return False, account[request]
        account[request] = None
        if len(account) > self._kept:
            del account[next(iter(account))]
        return True, None

    def end(self, uid: str, request: str, answer: Message | None) -> None:
        """The request is answered; None: its answer is not kept."""
        account = self._accounts.get(uid)
        if account is None or request not in account:
            return
        if answer is None:
            del account[request]
        else:
            account[request] = answer
