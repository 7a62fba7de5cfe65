"""What the commands of this room share that run on their own: `python -m gouji_desktop.simulate` and others."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import NoReturn

FINE, NO, WRONG = 0, 1, 2
#: Status of a command that was interrupted by Ctrl-C.
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """An argument parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with 2."""
        self.exit(WRONG, f"{self.prog}: {message} (see --help)\n")


def alone(work: Callable[[], int]) -> int:
    """Do the work of a program; its exit status. Whatever ends it from outside is one sentence or none."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - as long as the program
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - as long as the program
    try:
        status = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
    except BrokenProcessPool:
        sys.stderr.write("a worker process ended before its time: start the command again\n")
        return NO
    except BrokenPipeError:
        # The reader of our output went away; what it read was right.
        _give_up_output()
        return FINE
    except OSError as error:
        if error.filename is not None:
            raise
        _give_up_output()
        sys.stderr.write(f"the output cannot be written ({error.strerror or error})\n")
        return NO
    return status


def _give_up_output() -> None:
    """Let what is still to be written to standard output go nowhere, at the end of the program too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
