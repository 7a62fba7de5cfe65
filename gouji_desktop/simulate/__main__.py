"""`python -m gouji_desktop.simulate`."""

import sys

from gouji_desktop.simulate.command import parse_and_run

if __name__ == "__main__":
    sys.exit(parse_and_run())
