"""`python -m gouji_desktop`."""

import sys

from gouji_desktop.cli import main

if __name__ == "__main__":
    sys.exit(main())
