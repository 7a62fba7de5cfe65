"""The program: `python -m gouji_desktop`, or `gouji-desktop` where it is installed."""

import sys

#: Status of a program that was interrupted by Ctrl-C.
INTERRUPTED = 130


def main() -> int:
    """Run the command line; Ctrl-C while it is still being loaded is no fault to trace either."""
    try:
        if getattr(sys, "frozen", False):
            # A packaged program is also what its own processes are started from.
            from multiprocessing import freeze_support  # noqa: PLC0415 - needed there alone

            freeze_support()
        from gouji_desktop.cli import main as run  # noqa: PLC0415 - loading may be interrupted

        return run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("gouji-desktop: interrupted\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
