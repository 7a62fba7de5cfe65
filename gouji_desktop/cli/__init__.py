"""The command line: `gouji-desktop [COMMAND]`. Exit status 0 fine, 1 the answer is no, 2 the question is wrong."""

from gouji_desktop.cli.main import main

__all__ = ["main"]
