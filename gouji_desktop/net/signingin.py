"""Who a client is for its server: what it says of itself, and what it keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from gouji_desktop.net.clientstate import Kept
from gouji_desktop.net.messages import Authed
from gouji_desktop.net.requests import Auth


class SignIn:
    """Makes the `auth` of each connection; keeps the token that the server gives out.

    A guest whose token the server does not know any more becomes a new guest; an account has to give its password. What
    a server cannot do now it is asked for again, with the same token or password.
    """

    def __init__(self, name: str, kept: Kept | None, device: str, keep: Callable[[Kept | None], None]) -> None:
        self.name = name
        self.kept = kept
        self.identity: Authed | None = None
        self._device = device
        self._keep = keep
        self._password: tuple[str, str] | None = None
        self._join_password = ""
        #: The id and the kind of the `auth` that is not answered yet.
        self._asked: tuple[str, Literal["guest", "password", "token"]] | None = None

    def attach(self, kept: Kept | None, keep: Callable[[Kept | None], None]) -> None:
        """This was kept, and `keep` is told what to keep from now on."""
        self.kept = self.kept or kept
        self._keep = keep

    def with_password(self, account: str, password: str) -> None:
        """Be an account from the next `auth` on."""
        self._password = (account, password)

    def withhold_password(self) -> bool:
        """Be what is kept after all; whether a password was to be given."""
        password, self._password = self._password, None
        return password is not None

    def as_guest(self, name: str, join_password: str) -> None:
        """Be a guest from the next `auth` on."""
        self._password = None
        self.name = name
        self._join_password = join_password
        if self.kept is not None and self.kept.account:
            self.kept = None

    def auth(self, id: str) -> Auth:  # noqa: A002 - the field's name
        """What to say now."""
        if self._password is not None:
            self._asked = (id, "password")
            account, password = self._password
            return Auth(id=id, how="password", name=account, password=password, device=self._device)
        if self.kept is not None:
            self._asked = (id, "token")
            return Auth(id=id, how="token", token=self.kept.token, device=self._device)
        self._asked = (id, "guest")
        return Auth(id=id, how="guest", name=self.name, password=self._join_password, device=self._device)

    def asked(self, re: str | None) -> str | None:
        """How the `auth` of that id was made; None where it is another's."""
        return self._asked[1] if self._asked is not None and self._asked[0] == re else None

    def interrupted(self) -> None:
        """The connection is gone: an `auth` without an answer will have none."""
        self._asked = None

    def accepted(self, authed: Authed) -> bool:
        """The server knows who this is; whether it is somebody else than before."""
        other = self.identity is not None and self.identity.uid != authed.uid
        self._asked = self._password = None
        self.identity = authed
        self.name = authed.name
        self._save(Kept(authed.token, authed.account, authed.name))
        return other

    def token_void(self) -> bool:
        """The server does not know the token any more; whether another `auth` may be tried at once (as a new guest)."""
        if self._asked is None or self._asked[1] != "token" or self.kept is None or self.kept.account:
            return False
        self.kept = self._asked = None
        return True

    def refused(self) -> None:
        """The server will not accept it: a password is not tried again. What is kept stays."""
        self._asked = self._password = None

    def forget(self) -> None:
        """The token is void."""
        self.kept = self.identity = None
        self._keep(None)

    def _save(self, kept: Kept) -> None:
        self.kept = kept
        self._keep(kept)
