"""Who somebody is: hello, signing in, accounts and sessions."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from gouji_desktop.net import requests
from gouji_desktop.net.codes import FEATURES, VERSION, CloseCode, ErrorCode
from gouji_desktop.net.messages import Authed, Refuse, Sessions, Welcome
from gouji_desktop.server.accounts import account_key
from gouji_desktop.server.config import Config
from gouji_desktop.server.limits import ServerLimits
from gouji_desktop.server.peers import Peer, Presence
from gouji_desktop.server.places import Places
from gouji_desktop.server.ports import Done, Refused
from gouji_desktop.server.replies import Handler, Reply
from gouji_desktop.table.local import Scheduler

if TYPE_CHECKING:
    from gouji_desktop.server.accounts import Accounts, Identity, SignedIn

#: Runs the callback, in the loop's thread, when the future is done.
Defer = Callable[[Future[Any], Callable[[Future[Any]], None]], None]
#: Refusals of a login that say nothing about the password.
NOT_TRIED = frozenset({ErrorCode.BUSY, ErrorCode.FROZEN_STORAGE, ErrorCode.RATE_LIMITED, ErrorCode.INTERNAL})


class SigningIn:
    """The requests that are about the account and not about a table."""

    def __init__(
        self,
        accounts: Accounts,
        scheduler: Scheduler,
        config: Config,
        limits: ServerLimits,
        presence: Presence,
        places: Places,
        defer: Defer,
        arrived: Callable[[], object],
    ) -> None:
        """`arrived` is told that somebody has signed in."""
        self._accounts = accounts
        self._scheduler = scheduler
        self._config = config
        self._limits = limits
        self._presence = presence
        self._places = places
        self._defer = defer
        self._arrived = arrived

    def handlers(self) -> dict[type, Handler]:
        """What each request of a signed-in connection leads to."""
        return {
            requests.Auth: _signed_in_already,
            requests.Register: self._register,
            requests.Rename: self._rename,
            requests.Logout: self._logout,
            requests.ListSessions: self._sessions,
            requests.Revoke: self._revoke,
        }

    # -- hello ----------------------------------------------------------------------------------------------------

    def expect_hello(self, peer: Peer) -> None:
        """The connection is new: it must say hello soon."""
        late = self._config.limits.hello_seconds
        peer.wait(self._scheduler, late, lambda: peer.close(CloseCode.PROTOCOL, "no hello came"))

    def hello(self, peer: Peer, message: requests.Hello) -> None:
        """The first message."""
        if VERSION not in message.v:
            peer.send(Refuse(ErrorCode.VERSION_UNSUPPORTED, VERSION, f"this server speaks version {VERSION}"))
            peer.cut(CloseCode.UPGRADE_REQUIRED, "version")
            return
        peer.greeted = True
        peer.features = frozenset(message.features) & frozenset(FEATURES)
        config = self._config
        peer.send(
            Welcome(
                v=VERSION,
                server=config.name,
                features=tuple(each for each in FEATURES if each in peer.features),
                limits=config.limits.shown(),
                motd=config.motd,
                auth_methods=config.auth_methods,
                build=config.build,
            )
        )
        self._expect_auth(peer, config.limits.auth_seconds)

    def _expect_auth(self, peer: Peer, seconds: float) -> None:
        def late() -> None:
            if peer.signing_in:
                # The server itself is the one that is slow.
                self._expect_auth(peer, self._config.limits.hello_seconds)
            else:
                peer.close(CloseCode.AUTH_FAILED, "nobody signed in")

        peer.wait(self._scheduler, seconds, late)

    # -- signing in -----------------------------------------------------------------------------------------------

    def auth(self, peer: Peer, message: requests.Auth, reply: Reply) -> None:
        """Say who you are, on a connection that has not yet."""
        if peer.signing_in:
            reply(Refused(ErrorCode.BUSY))
            return
        match message.how:
            case "guest":
                self._guest(peer, message, reply)
            case "token":
                self._token(peer, message, reply)
            case "password":
                self._password(peer, message, reply)

    def _guest(self, peer: Peer, message: requests.Auth, reply: Reply) -> None:
        if not self._config.guests:
            reply(Refused(ErrorCode.FORBIDDEN, {"text": "this server has no guests"}))
            return
        if wait := self._limits.new_accounts.take(peer.address, self._scheduler.time()):
            reply(Refused(ErrorCode.RATE_LIMITED, retry_after=wait))
            return
        if not self._config.join_password:
            self._new_guest(peer, message, reply)
            return
        # Whoever guesses at the password of the server is as slow as who guesses at one of an account.
        if wait := self._limits.try_login(peer.address, "", self._scheduler.time()):
            reply(Refused(ErrorCode.RATE_LIMITED, retry_after=wait))
            return
        peer.signing_in = True

        def done(future: Future[bool | Refused]) -> None:
            peer.signing_in = False
            admitted = future.result()
            if admitted is not False:
                self._limits.login_succeeded(peer.address, "", self._scheduler.time())
            if peer.closed:
                return
            if admitted is True:
                self._new_guest(peer, message, reply)
            else:
                reply(admitted or Refused(ErrorCode.AUTH_FAILED))

        self._defer(self._accounts.admits(message.password), reply.guarded(done))

    def _new_guest(self, peer: Peer, message: requests.Auth, reply: Reply) -> None:
        signed = self._accounts.guest(message.name, message.device)
        if isinstance(signed, Refused):
            self._limits.new_accounts.give(peer.address, self._scheduler.time())
        self._finish(peer, message, signed, reply)

    def _token(self, peer: Peer, message: requests.Auth, reply: Reply) -> None:
        # A good token is never held up by what others behind the same address get wrong; to guess one is hopeless.
        signed = self._accounts.by_token(message.token, message.device)
        if isinstance(signed, Refused) and signed.code not in NOT_TRIED:
            wait = self._limits.wrong_tokens.take(peer.address, self._scheduler.time())
            if wait:
                signed = Refused(ErrorCode.RATE_LIMITED, retry_after=wait)
        peer.confirm = not isinstance(signed, Refused)
        self._finish(peer, message, signed, reply)

    def _password(self, peer: Peer, message: requests.Auth, reply: Reply) -> None:
        # However it is written: full-width letters are no way round the limit.
        account = account_key(message.name)
        if wait := self._limits.try_login(peer.address, account, self._scheduler.time()):
            reply(Refused(ErrorCode.RATE_LIMITED, retry_after=wait))
            return
        peer.signing_in = True

        def done(future: Future[SignedIn | Refused]) -> None:
            peer.signing_in = False
            signed = future.result()
            self._count_login(peer, account, signed)
            if not peer.closed:
                self._finish(peer, message, signed, reply)

        self._defer(self._accounts.login(message.name, message.password, message.device), reply.guarded(done))

    def _count_login(self, peer: Peer, account: str, signed: SignedIn | Refused) -> None:
        if not isinstance(signed, Refused) or signed.code in NOT_TRIED:
            self._limits.login_succeeded(peer.address, account, self._scheduler.time())

    def _finish(self, peer: Peer, message: requests.Auth, signed: SignedIn | Refused, reply: Reply) -> None:
        if isinstance(signed, Refused):
            reply(signed)
            return
        identity = signed.identity
        peer.wait_no_more()
        peer.uid, peer.token = identity.uid, signed.token
        self._take_over(peer, identity)
        older = self._presence.sign_in(peer)
        if older is not None:
            older.close(CloseCode.REPLACED, "signed in by a newer connection")
        reply(self.authed(message.id, peer))
        self._places.came(peer)
        self._arrived()

    @staticmethod
    def _take_over(peer: Peer, identity: Identity) -> None:
        peer.name, peer.account = identity.name, identity.account

    def authed(self, re: str, peer: Peer) -> Authed:
        """Who the account of a connection is now."""
        held = tuple(self._places.seats_of(peer.uid))
        return Authed(re, peer.uid, peer.name, peer.token, not peer.account, peer.account, held)

    # -- accounts -------------------------------------------------------------------------------------------------

    def _register(self, peer: Peer, message: requests.Register, reply: Reply) -> None:
        if peer.account:
            reply(Refused(ErrorCode.ALREADY_DONE))
            return
        now = self._scheduler.time()
        if wait := self._limits.new_accounts.take(peer.address, now):
            reply(Refused(ErrorCode.RATE_LIMITED, retry_after=wait))
            return
        uid = peer.uid

        def done(future: Future[Identity | Refused]) -> None:
            identity = future.result()
            # The account may be here by a newer connection by now.
            present = self._presence.of(uid)
            if isinstance(identity, Refused):
                reply(identity)
            elif present is None:
                reply(Done())
            else:
                self._take_over(present, identity)
                reply(self.authed(message.id, present))

        self._defer(self._accounts.register(uid, message.name, message.password, message.id), reply.guarded(done))

    def _rename(self, peer: Peer, message: requests.Rename, reply: Reply) -> None:
        identity = self._accounts.rename(peer.uid, message.name, message.id)
        if isinstance(identity, Refused):
            reply(identity)
            return
        self._take_over(peer, identity)
        reply(self.authed(message.id, peer))
        self._places.renamed(peer)

    def _logout(self, peer: Peer, _message: requests.Logout | requests.Revoke, reply: Reply) -> None:
        outcome = self._accounts.logout(peer.token)
        reply(outcome)
        if isinstance(outcome, Done):
            peer.close(CloseCode.NORMAL, "logged out")

    def _sessions(self, peer: Peer, message: requests.ListSessions, reply: Reply) -> None:
        reply(Sessions(message.id, self._accounts.sessions(peer.uid, peer.token)))

    def _revoke(self, peer: Peer, message: requests.Revoke, reply: Reply) -> None:
        rows = self._accounts.sessions(peer.uid, peer.token)
        if message.session and any(row.current and row.session == message.session for row in rows):
            self._logout(peer, message, reply)
        else:
            reply(self._accounts.revoke(peer.uid, peer.token, message.session, message.id))


def _signed_in_already(_peer: Peer, _message: requests.Auth, reply: Reply) -> None:
    reply(Refused(ErrorCode.ALREADY_DONE))
