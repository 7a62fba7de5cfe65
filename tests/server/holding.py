"""What a server holds: everything that can be reached from it, and objects that nobody has freed."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from gouji_desktop.server.answers import Answers
from gouji_desktop.server.limits import Buckets
from tests.server.world import World

#: What belongs to the program, and numbers: a counter that has counted is no more than before.
_NOT_COUNTED = (ModuleType, type, CodeType, BuiltinFunctionType, int, float)
#: What remembers accounts and addresses for a while, so many of them at most.
_BOUNDED = (Answers, Buckets)


class Held(NamedTuple):
    """Objects and bytes by the name of their type."""

    objects: Counter[str]
    bytes: Counter[str]


def held(roots: Iterable[object], beside: Collection[object] = ()) -> Held:
    """What can be reached from objects, but for what can be reached by way of those beside."""
    seen = {id(each) for each in beside}
    waiting: list[Any] = list(roots)
    #: Lists that are made here must not be taken for others that are gone.
    alive: list[Any] = []
    objects: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    while waiting:
        each = waiting.pop()
        if id(each) in seen or issubclass(type(each), _NOT_COUNTED):
            continue
        seen.add(id(each))
        alive.append(each)
        objects[type(each).__name__] += 1
        sizes[type(each).__name__] += sys.getsizeof(each)
        # A function's globals are the program, too.
        of_function = isinstance(each, FunctionType)
        waiting.extend((each.__closure__, each.__defaults__) if of_function else gc.get_referents(each))
    return Held(objects, sizes)


def held_by(world: World, *without: type) -> Held:
    """What a test's server holds in memory, without its clients, objects of some types and what bounds itself."""
    beside = [world, *world.clients, world.clock, world.store.database]
    # By type: a proxy whose object is gone, of any other test, may not be asked what it is.
    beside += [each for each in gc.get_objects() if issubclass(type(each), (*_BOUNDED, *without))]
    return held([world.core, world.accounts], beside)


@contextmanager
def without_collector() -> Iterator[None]:
    """Nothing that has become garbage is freed but by itself."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def alive(*kinds: type) -> Counter[str]:
    """How many objects of these types there are."""
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each) in kinds)
