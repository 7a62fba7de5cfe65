"""Several machines with cables and a switch between them, on one machine: network namespaces of Linux.

Whoever is not root, or has no `ip`, cannot have them: `require_namespaces` skips a test with a sentence then.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

import pytest

ROOT = Path(__file__).resolve().parents[2]
_numbers = itertools.count(1)


def _ip(*words: str, quiet: bool = False) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    assert quiet or not done.returncode, f"ip {' '.join(words)}: {done.stderr.strip()}"


def require_namespaces() -> None:
    """Skip where no network can be made."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("only root makes network namespaces, with the ip command of Linux")
    name = f"gouji-{os.getpid()}-try"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no network namespace can be made here: {made.stderr.strip()}")
    _ip("netns", "del", name)


class Machine:
    """A namespace; `cables` are its interfaces."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.programs: list[Program] = []
        _ip("netns", "add", name)
        self.ip("link", "set", "lo", "up")

    def ip(self, *words: str, quiet: bool = False) -> None:
        """Configure the machine."""
        _ip("-n", self.name, *words, quiet=quiet)

    def give(self, cable: str, *addresses: str) -> None:
        """Give an interface addresses (`192.0.2.1/24`), and a way to everybody else."""
        for each in addresses:
            self.ip("addr", "add", each, "dev", cable, *(["nodad"] if ":" in each else []))

    def take(self, cable: str, address: str) -> None:
        """Take an address away."""
        self.ip("addr", "del", address, "dev", cable)

    def pull(self, cable: str) -> None:
        """Pull the plug."""
        self.ip("link", "set", cable, "down")

    def plug(self, cable: str) -> None:
        """Put it in again."""
        self.ip("link", "set", cable, "up")

    async def run(self) -> Program:
        """Start a program there."""
        program = Program(self.name)
        self.programs.append(program)
        await program.start()
        return program


class Program:
    """`lan_program` on a machine: it does what it is told, and answers."""

    def __init__(self, machine: str) -> None:
        self._machine = machine
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it."""
        command = ["ip", "netns", "exec", self._machine, sys.executable, "-m", "tests.chaos.lan_program"]
        self._process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**20
        )

    async def do(self, what: str, **how: Any) -> Any:
        """Let it do something; its answer."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": what, **how}).encode() + b"\n")
        line = await self._process.stdout.readline()
        assert line, "the program has ended"
        answer = json.loads(line)
        assert "fault" not in answer, answer["fault"]
        return answer["answer"]

    def sleep(self) -> None:
        """Close the lid."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Open it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it without a word."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()

    async def end(self) -> None:
        """End it."""
        assert self._process is not None
        if self._process.returncode is None and self._process.stdin is not None:
            self.wake()
            self._process.stdin.close()
            try:
                await asyncio.wait_for(self._process.wait(), 10.0)
            except TimeoutError:
                self.kill()
                await self._process.wait()


class Lan:
    """Machines and switches that are gone at the end of the block."""

    def __init__(self) -> None:
        self._prefix = f"gouji-{os.getpid()}-{next(_numbers)}"
        self._spaces: list[str] = []
        self.machines: list[Machine] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for machine in self.machines:
            for program in machine.programs:
                await program.end()
        for space in self._spaces:
            _ip("netns", "del", space, quiet=True)

    def machine(self) -> Machine:
        """A machine without a cable."""
        name = f"{self._prefix}-{len(self._spaces)}"
        self._spaces.append(name)
        made = Machine(name)
        self.machines.append(made)
        return made

    def switch(self, *machines: Machine, cable: str = "eth0") -> None:
        """Join machines; each has a new interface of that name, without an IPv4 address."""
        name = f"{self._prefix}-{len(self._spaces)}"
        self._spaces.append(name)
        _ip("netns", "add", name)
        _ip("-n", name, "link", "add", "switch", "type", "bridge")
        _ip("-n", name, "link", "set", "switch", "up")
        for number, machine in enumerate(machines):
            port = f"port{number}"
            _ip("-n", name, *f"link add {port} type veth peer name {cable} netns {machine.name}".split())
            _ip("-n", name, "link", "set", port, "master", "switch")
            _ip("-n", name, "link", "set", port, "up")
            machine.plug(cable)
