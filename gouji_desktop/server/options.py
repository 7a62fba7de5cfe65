"""The options of the command line, and the configuration that they make."""

from __future__ import annotations

import argparse
import os
import socket
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import NoReturn

import platformdirs

from gouji_desktop import __version__
from gouji_desktop.net.codes import DEFAULT_PORT
from gouji_desktop.server.config import MOTD_LENGTH, NAME_LENGTH, Config, Limits, change_limit
from gouji_desktop.server.logs import LEVELS
from gouji_desktop.server.named_files import open_ordinary
from gouji_desktop.server.unix_place import available

HOME_VARIABLE = "GOUJI_HOME"
FOLDER = "server"
DEFAULT_HOST = "127.0.0.1"
DURABILITIES = ("normal", "full")
_SECRET_FILE_BYTES = 1024
_BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


class OptionError(Exception):
    """Options that make no server; its text is one sentence."""


def default_data(environment: Mapping[str, str] | None = None) -> Path:
    """Where a server keeps its data when nobody says otherwise: `server` in the profile's data folder."""
    home = (os.environ if environment is None else environment).get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser().absolute() / FOLDER
    return Path(platformdirs.user_data_dir("gouji-desktop", appauthor=False)) / FOLDER


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the server."""
    where = parser.add_argument_group("where it listens")
    where.add_argument("--host", metavar="ADDRESS", help=f"address (default {DEFAULT_HOST}; 0.0.0.0: all)")
    where.add_argument("--port", type=_port, metavar="N", help=f"port (default {DEFAULT_PORT})")
    where.add_argument(
        "--unix", metavar="PATH", help="a unix socket for a reverse proxy of this machine, in place of address and port"
    )
    where.add_argument("--tls-cert", type=Path, metavar="FILE", help="certificate chain, PEM; SIGHUP reloads it")
    where.add_argument("--tls-key", type=Path, metavar="FILE", help="its private key, PEM")
    where.add_argument(
        "--self-signed", action="store_true", help="TLS with an own certificate, whose fingerprint clients compare"
    )
    where.add_argument(
        "--proxy",
        type=_network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe X-Forwarded-For of this reverse proxy (address or network); may be given again",
    )
    where.add_argument("--announce", action="store_true", help="announce it in the local network")
    where.add_argument("--health-port", type=_port, metavar="N", help="/healthz, /readyz, /metrics on 127.0.0.1:N")
    who = parser.add_argument_group("who comes in")
    who.add_argument("--name", type=_line(NAME_LENGTH), default="", help="name of the server (default: the machine's)")
    who.add_argument("--motd", type=_line(MOTD_LENGTH), default="", metavar="TEXT", help="greeting above the lobby")
    who.add_argument("--no-guests", action="store_true", help="only accounts with a password come in")
    who.add_argument(
        "--join-password-file", type=Path, metavar="FILE", help="everybody must know the password in this file"
    )
    what = parser.add_argument_group("what it keeps")
    what.add_argument("--data", type=_folder, metavar="DIR", help="data folder (default: in the profile)")
    what.add_argument(
        "--durability", choices=DURABILITIES, default="normal", help="full: outlives a power cut, at a price"
    )
    what.add_argument(
        "--limits",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="change limits, such as tables=200 chat=5/0.5 (a rate is burst/per_second)",
    )
    what.add_argument("--log-level", choices=LEVELS, default="info", help="JSON lines on standard error")


def config_of(args: argparse.Namespace, data: Path) -> Config:
    """The configuration of parsed options; `data` is the folder where none was named. Raises OptionError."""
    limits = Limits()
    for text in args.limits:
        try:
            limits = change_limit(limits, text)
        except ValueError as error:
            raise OptionError(str(error)) from None
    if args.self_signed and args.tls_cert is not None:
        raise OptionError("--self-signed and --tls-cert exclude each other")
    if args.tls_key is not None and args.tls_cert is None:
        raise OptionError("--tls-key needs --tls-cert")
    if args.unix is not None:
        _check_unix(args)
    return Config(
        name=args.name or _machine(),
        motd=args.motd,
        host=DEFAULT_HOST if args.host is None else _host(args.host),
        port=DEFAULT_PORT if args.port is None else args.port,
        unix=None if args.unix is None else Path(args.unix).expanduser().absolute(),
        data=(args.data or data).expanduser().absolute(),
        durability=args.durability,
        guests=not args.no_guests,
        join_password="" if args.join_password_file is None else _join_password(args.join_password_file),
        tls_cert=args.tls_cert,
        tls_key=args.tls_key,
        self_signed=args.self_signed,
        proxies=tuple(args.proxy),
        health_port=args.health_port,
        announce=args.announce,
        log_level=args.log_level,
        build=__version__,
        node=f"{os.getpid()}",
        limits=limits,
    )


def _check_unix(args: argparse.Namespace) -> None:
    """Raises OptionError where a unix socket makes no sense beside the other options, or cannot be had at all."""
    if not available():
        raise OptionError("this system has no unix sockets: use --host and --port")
    if not args.unix:
        raise OptionError("'' is no path of a unix socket")
    others = {
        "--host": args.host is not None,
        "--port": args.port is not None,
        "--tls-cert": args.tls_cert is not None,
        "--self-signed": args.self_signed,
        "--announce": args.announce,
    }
    for option, given in others.items():
        if given:
            raise OptionError(f"--unix and {option} exclude each other: the reverse proxy is what others connect to")


def warnings_of(config: Config) -> list[str]:
    """What an operator should think about before others come in; one sentence each."""
    found: list[str] = []
    if config.unix is not None:
        return found
    public = config.host == "" or not _is_near(config.host)
    if public and not config.secure:
        found.append(
            f"{config.host} can be reached from other machines without TLS: whoever is on the way reads passwords; "
            "use --tls-cert, --self-signed, or a reverse proxy and --host 127.0.0.1"
        )
    if config.secure and not _has_uvloop():
        found.append("without uvloop each TLS connection takes some 300 KiB of memory")
    if config.announce and _is_loopback(config.host):
        found.append(f"it is announced, but {config.host} cannot be reached from other machines: use --host 0.0.0.0")
    return found


class _Parser(argparse.ArgumentParser):
    """An argument parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def read_options(arguments: Sequence[str] | None, prog: str) -> Config:
    """The configuration of a command line; exits with 2 and one sentence where it makes none."""
    parser = _Parser(prog=prog, description=DESCRIPTION)
    add_options(parser)
    args = parser.parse_args(arguments)
    try:
        return config_of(args, default_data())
    except OptionError as error:
        parser.exit(2, f"{prog}: {error}\n")


DESCRIPTION = (
    "Run a table server: others find it by its address (or, with --announce, in the local network), sit down and play. "
    "Prints one line when it listens; ends at SIGTERM or Ctrl-C and takes running matches up again when it is started "
    "anew. SIGHUP reloads the certificate, SIGUSR1 writes to the log what the server holds."
)


# -- values


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is no port from 0 to 65535")
    return int(text)


def _folder(text: str) -> Path:
    # An empty word is a variable that nobody set: not the folder in which the shell happens to be.
    if not text:
        raise argparse.ArgumentTypeError("'' is no folder")
    return Path(text)


def _network(text: str) -> str:
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no address or network such as 10.0.0.0/8") from None


def _line(most: int) -> Callable[[str], str]:
    def line(text: str) -> str:
        if len(text) > most:
            raise argparse.ArgumentTypeError(f"it is one line of at most {most} characters, not {len(text)}")
        strange = next((char for char in text if not char.isprintable()), "")
        if strange and strange in _BREAKS:
            raise argparse.ArgumentTypeError("it is one line: it holds a line break")
        if strange:
            raise argparse.ArgumentTypeError(f"it holds U+{ord(strange):04X}, which is no printable character")
        return text.strip()

    return line


def _host(text: str) -> str:
    if not text or text != text.strip() or any(char.isspace() for char in text) or "/" in text:
        raise OptionError(f"{text!r} is no address to listen on")
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    if "[" in bare or "]" in bare:
        raise OptionError(f"{text!r} is no address to listen on")
    return bare


def _join_password(path: Path) -> str:
    """The hash of the password in a file that nobody else may read."""
    # Every other command reads these options too, and does without the library that hashes.
    from gouji_desktop.server.passwords import PasswordRefusedError, hash_password  # noqa: PLC0415

    try:
        with open_ordinary(path) as file:
            text = file.read(_SECRET_FILE_BYTES + 1)
            mode = os.fstat(file.fileno()).st_mode
    except OSError as error:
        raise OptionError(f"{path} cannot be read ({error.strerror or error})") from None
    if sys.platform != "win32" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise OptionError(f"{path} can be read by others: chmod 600 it")
    try:
        if len(text) > _SECRET_FILE_BYTES:
            raise PasswordRefusedError("it is too long")
        return hash_password(text.decode().strip("\r\n"))
    except UnicodeDecodeError:
        raise OptionError(f"the password in {path} is no UTF-8") from None
    except PasswordRefusedError as error:
        raise OptionError(f"the password in {path} cannot be used: {error}") from None


def _machine() -> str:
    name = socket.gethostname().partition(".")[0]
    return name if name.isprintable() and 0 < len(name) <= NAME_LENGTH else "gouji"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_near(host: str) -> bool:
    """Whether an address is reached by this machine alone, or lies in a private network."""
    try:
        parsed = ip_address(host)
    except ValueError:
        return host == "localhost"
    return parsed.is_loopback or (parsed.is_private and not parsed.is_unspecified)


def _has_uvloop() -> bool:
    return find_spec("uvloop") is not None
