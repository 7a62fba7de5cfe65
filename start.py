# -*- coding: utf-8 -*-
"""Sets the project up in a virtual environment of its own and starts it.

    python3 start.py [arguments of gouji-desktop]
    python3 start.py test [arguments of pytest]

This file keeps to words that every Python understands, so that an old one can say that it is too old.
"""

import os
import sys

OLDEST = (3, 11)


def main():
    # type: () -> int
    """Turn an old Python away, or let tools/bootstrap.py do the rest."""
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        found = ".".join(map(str, sys.version_info[:2]))
        sys.stderr.write("gouji_desktop needs Python %s or newer; this is Python %s.\n" % (wanted, found))
        return 2
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from tools.bootstrap import main as bootstrap

    return bootstrap(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
