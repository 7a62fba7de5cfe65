"""Bots against bots: whole matches without a host, a clock or a window."""

from gouji_desktop.simulate.command import add_arguments, main
from gouji_desktop.simulate.paired import Comparison, compare
from gouji_desktop.simulate.run import run

__all__ = ["Comparison", "add_arguments", "compare", "main", "run"]
