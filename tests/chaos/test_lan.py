"""A table in a local network of several machines: found, joined, played, through all that happens to cables and lids.

All of them are `long`: they make network namespaces, for which one must be root, and their time is real.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from tests.chaos.lan import Lan, Program, require_namespaces

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

NAMES = ("wang", "li", "zhao", "qian", "sun", "zhou")


@pytest.fixture(autouse=True)
def _namespaces() -> None:
    require_namespaces()


async def until(true: Callable[[], Awaitable[Any]], seconds: float) -> Any:
    """Wait for something; what it was."""
    end = time.monotonic() + seconds
    while not (found := await true()):
        assert time.monotonic() < end, "it never came to that"
        await asyncio.sleep(0.2)
    return found


async def how_long(true: Callable[[], Awaitable[Any]], seconds: float) -> float:
    """Seconds until something is so."""
    since = time.monotonic()
    await until(true, seconds)
    return round(time.monotonic() - since, 1)


async def sees(program: Program, port: int) -> dict[str, Any] | None:
    """The server of that port in the list of a program."""
    for each in await program.do("found"):
        if each["port"] == port:
            return dict(each)
    return None


async def join(program: Program, name: str, host: str, port: int, fingerprint: str) -> None:
    """Go there; the first time compare what is shown with what the host reads out."""
    came = await program.do("connect", name=name, host=host, port=port)
    if came["trouble"] is not None:
        assert came["trouble"] == "unknown_certificate", came
        assert came["detail"]["fingerprint"] == fingerprint
        came = await program.do("trust", fingerprint=fingerprint)
    assert came["phase"] == "online", came


class Table:
    """A match of persons at several machines; the first hosts."""

    def __init__(self, programs: list[Program]) -> None:
        self.programs = programs
        self.port = 0
        self.fingerprint = ""
        self.addresses: list[str] = []

    async def host(self) -> None:
        """The first machine hosts."""
        hosted = await self.programs[0].do("host", name="王家的牌桌")
        self.port, self.fingerprint, self.addresses = hosted["port"], hosted["fingerprint"], hosted["addresses"]

    async def find(self) -> list[str]:
        """Everybody else finds it in the list; the addresses that are offered to them."""
        offered = []
        for program in self.programs[1:]:
            await program.do("browse")
        for program in self.programs[1:]:
            seen = await until(partial(sees, program, self.port), 10.0)
            assert seen["name"] == "王家的牌桌"
            assert seen["secure"]
            assert seen["fingerprint"] == self.fingerprint
            offered.append(seen["host"])
        return offered

    async def sit_down(self, offered: list[str], each: int, **options: Any) -> None:
        """So many persons of every machine sit down and begin."""
        options = {"deals": 1, "turn_s": 15, "answer_s": 2, "bots": "easy", **options}
        names = iter(NAMES)
        for program, host in zip(self.programs, ["127.0.0.1", *offered], strict=True):
            for _ in range(each):
                await join(program, next(names), host, self.port, self.fingerprint)
        table = await self.programs[0].do("create", rules="jinyou4", **options)
        for number in range(1, len(self.programs) * each):
            await self.programs[number // each].do("sit", who=number % each, table=table, seat=number)
        await self.programs[0].do("begin")

    async def look(self) -> list[dict[str, Any]]:
        """What everybody sees, by seat."""
        return [sight for program in self.programs for sight in await program.do("look")]

    async def goes_on(self, actions: int, seconds: float = 60.0) -> None:
        """Play so much further, as the host sees it."""

        async def at() -> int:
            return int((await self.programs[0].do("look"))[0]["at"][1])

        goal = await at() + actions

        async def there() -> bool:
            return await at() >= goal

        await until(there, seconds)

    async def plays(self, on: bool) -> None:
        """Everybody stops, or goes on."""
        for program in self.programs:
            await program.do("play", on=on)

    async def play_out(self) -> None:
        """Everybody comes to the end, and has seen the same."""
        await self.plays(True)

        async def over() -> bool:
            return all(sight.get("over") for sight in await self.look())

        await until(over, 300.0)
        sights = await self.look()
        assert len({tuple(sight["at"]) for sight in sights}) == 1
        assert [sight["faults"] for sight in sights] == [[]] * len(sights)


def online(program: Program, seats: list[int], table: Table) -> Callable[[], Awaitable[bool]]:
    """Whether everybody of a program is back at the seats, and the host sees them."""

    async def there() -> bool:
        own = await program.do("look")
        others = (await table.programs[0].do("look"))[0]
        return (
            all(sight["phase"] == "online" and sight["trouble"] is None for sight in own)
            and all(sight["at"] == others["at"] for sight in own)
            and all(others["by"][seat] == "person" for seat in seats)
        )

    return there


async def test_a_table_is_found_and_played_while_machines_move_and_sleep() -> None:
    async with Lan() as lan:
        machines = [lan.machine() for _ in range(3)]
        lan.switch(*machines)
        for number, machine in enumerate(machines, 1):
            machine.give("eth0", f"192.168.7.{number}/24")
        table = Table([await machine.run() for machine in machines])
        host, second, third = table.programs
        await table.host()
        assert table.addresses == ["192.168.7.1"]
        offered = await table.find()
        assert offered == ["192.168.7.1"] * 2
        await table.sit_down(offered, 2)
        await table.goes_on(30)

        # Another address in the midst of it, as from another router.
        hands = [sight["hand"] for sight in await second.do("look")]
        assert all(hands)
        machines[1].take("eth0", "192.168.7.2/24")
        machines[1].give("eth0", "192.168.7.77/24")
        before = [sight["arrivals"] for sight in await second.do("look")]

        async def arrived() -> bool:
            return all(sight["arrivals"] > was for sight, was in zip(await second.do("look"), before, strict=True))

        print("another address: came again after", await how_long(arrived, 30.0), "s")
        print("another address: at the table after", await how_long(online(second, [2, 3], table), 30.0), "s more")
        await table.goes_on(10)

        # A cable is pulled for twenty seconds.
        machines[2].pull("eth0")
        await asyncio.sleep(20.0)
        away = (await host.do("look"))[0]
        print("cable pulled: seats 4 and 5 are played by", away["by"][4:], "asked", away["asked"])
        words = [(sight["phase"], sight["trouble"]) for sight in await third.do("look")]
        print("cable pulled: its own people read", words)
        assert all(phase == "reconnecting" for phase, _ in words)
        machines[2].plug("eth0")
        print("cable in again: at the table after", await how_long(online(third, [4, 5], table), 30.0), "s")
        await table.goes_on(10)

        # The host closes the lid for half a minute.
        await table.plays(False)
        await asyncio.sleep(1.0)
        before_sleep = (await host.do("look"))[0]
        hands = [sight["hand"] for sight in await second.do("look")]
        host.sleep()
        await asyncio.sleep(30.0)
        print("host asleep: others read", [(s["phase"], s["trouble"]) for s in await second.do("look")])
        host.wake()
        waits = [
            await how_long(online(each, seats, table), 40.0) for each, seats in ((second, [2, 3]), (third, [4, 5]))
        ]
        after_sleep = (await host.do("look"))[0]
        print("host awake: at the table after", waits, "s; asked", before_sleep["asked"], after_sleep["asked"])
        assert after_sleep["at"] == before_sleep["at"], "somebody's time ran out while the host slept"
        assert [sight["hand"] for sight in await second.do("look")] == hands
        await table.play_out()

        # Whoever hosts no more is gone from the lists at once, and everybody is told.
        await host.do("stop_hosting")
        for each in (second, third):

            async def gone(each: Program = each) -> bool:
                return await sees(each, table.port) is None

            print("hosting stopped: gone from the list after", await how_long(gone, 5.0), "s")
            assert [sight["trouble"] for sight in await each.do("look")] == ["stopped"] * 2


async def test_the_host_gets_another_address_in_mid_deal_and_everybody_is_back_with_the_same_hand() -> None:
    """Nobody is asked anything; a stranger who hosts at the old address meanwhile hears nothing of anybody."""
    async with Lan() as lan:
        machines = [lan.machine() for _ in range(4)]
        lan.switch(*machines)
        for number, machine in enumerate(machines[:3], 1):
            machine.give("eth0", f"192.168.7.{number}/24")
        table = Table([await machine.run() for machine in machines[:3]])
        host, second, third = table.programs
        stranger = await machines[3].run()
        await table.host()
        await table.sit_down(await table.find(), 2, turn_s=90)
        await table.goes_on(20)

        # It is the turn of somebody who sits at the host's own machine, and who takes all the time there is.
        async def host_is_asked() -> bool:
            await table.plays(False)
            await asyncio.sleep(0.5)
            if (await host.do("look"))[0]["asked"] in ([0], [1]):
                return True
            await table.plays(True)
            return False

        await until(host_is_asked, 60.0)
        before = [sight for each in (second, third) for sight in await each.do("look")]
        assert all(sight["hand"] for sight in before)

        machines[0].take("eth0", "192.168.7.1/24")
        machines[0].give("eth0", "192.168.7.50/24")
        machines[3].give("eth0", "192.168.7.1/24")
        await stranger.do("host", name="别家的牌桌", port=table.port)

        async def moved() -> bool:
            sights = [sight for each in (second, third) for sight in await each.do("look")]
            return {sight["host"] for sight in sights} == {"192.168.7.50"}

        print("host has another address: found there by everybody after", await how_long(moved, 60.0), "s")
        waits = [
            await how_long(online(each, seats, table), 60.0) for each, seats in ((second, [2, 3]), (third, [4, 5]))
        ]
        after = [sight for each in (second, third) for sight in await each.do("look")]
        print("at the table after", waits, "s more;", after[0]["troubles"])
        same = ("uid", "seat", "hand", "at", "view")
        assert [[sight[each] for each in same] for sight in after] == [
            [sight[each] for each in same] for sight in before
        ]
        assert await stranger.do("people") == 0
        await table.play_out()


async def test_who_is_in_one_of_two_networks_of_the_host_is_offered_the_address_there() -> None:
    async with Lan() as lan:
        host, second, third = (lan.machine() for _ in range(3))
        lan.switch(host, second)
        lan.switch(host, third, cable="wlan0")
        host.give("eth0", "192.168.7.1/24")
        host.give("wlan0", "10.20.30.1/16")
        second.give("eth0", "192.168.7.2/24")
        third.give("wlan0", "10.20.30.3/16")
        table = Table([await each.run() for each in (host, second, third)])
        await table.host()
        assert set(table.addresses) == {"192.168.7.1", "10.20.30.1"}
        offered = await table.find()
        assert offered == ["192.168.7.1", "10.20.30.1"]
        for program, address in zip(table.programs[1:], offered, strict=True):
            await join(program, "li", address, table.port, table.fingerprint)


async def test_two_machines_with_a_cable_and_no_router_find_each_other() -> None:
    """Then systems give themselves an address of 169.254.0.0/16."""
    async with Lan() as lan:
        host, second = lan.machine(), lan.machine()
        lan.switch(host, second)
        host.give("eth0", "169.254.7.1/16")
        second.give("eth0", "169.254.7.2/16")
        table = Table([await each.run() for each in (host, second)])
        await table.host()
        assert table.addresses == ["169.254.7.1"]
        assert await table.find() == ["169.254.7.1"]
        await join(table.programs[1], "li", "169.254.7.1", table.port, table.fingerprint)


async def test_a_network_with_link_local_addresses_of_ipv6_alone() -> None:
    async with Lan() as lan:
        machines = [lan.machine() for _ in range(2)]
        lan.switch(*machines)
        await asyncio.sleep(2.5)  # the system looks for two seconds whether an address is taken
        table = Table([await each.run() for each in machines])
        await table.host()
        (offered,) = await table.find()
        assert offered.startswith("fe80::")
        await table.sit_down([offered], 3)
        await table.goes_on(10)


async def test_a_host_that_vanishes_without_a_word_leaves_the_list() -> None:
    async with Lan() as lan:
        host, second = lan.machine(), lan.machine()
        lan.switch(host, second)
        host.give("eth0", "192.168.7.1/24")
        second.give("eth0", "192.168.7.2/24")
        table = Table([await each.run() for each in (host, second)])
        await table.host()
        await table.find()
        await asyncio.sleep(3.0)
        table.programs[0].kill()

        async def gone() -> bool:
            return await sees(table.programs[1], table.port) is None

        print("host killed: gone from the list after", await how_long(gone, 120.0), "s")


async def test_a_host_that_moves_to_another_address_is_found_there() -> None:
    async with Lan() as lan:
        host, second = lan.machine(), lan.machine()
        lan.switch(host, second)
        host.give("eth0", "192.168.7.1/24")
        second.give("eth0", "192.168.7.2/24")
        table = Table([await each.run() for each in (host, second)])
        await table.host()
        assert await table.find() == ["192.168.7.1"]
        await asyncio.sleep(3.0)
        host.take("eth0", "192.168.7.1/24")
        host.give("eth0", "192.168.7.99/24")

        async def moved() -> bool:
            found = await sees(table.programs[1], table.port)
            return found is not None and found["host"] == "192.168.7.99"

        print("host moved: found at the new address after", await how_long(moved, 60.0), "s")
        await join(table.programs[1], "li", "192.168.7.99", table.port, table.fingerprint)


async def test_a_network_that_comes_later_is_searched_and_told() -> None:
    """Both programs were there before the cable."""
    async with Lan() as lan:
        host, second = lan.machine(), lan.machine()
        lan.switch(host, second)
        host.pull("eth0")
        table = Table([await each.run() for each in (host, second)])
        await table.host()
        await table.programs[1].do("browse")
        await asyncio.sleep(2.0)
        host.plug("eth0")
        host.give("eth0", "192.168.7.1/24")
        second.give("eth0", "192.168.7.2/24")

        async def found() -> bool:
            return await sees(table.programs[1], table.port) is not None

        print("a network that comes later: found after", await how_long(found, 60.0), "s")
