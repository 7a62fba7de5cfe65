"""The playing part of one deal, changed in place and fast: what search and simulations run on.

The reference is `gouji_desktop.rules`; a replay test holds this package to it, play by play, for every rule set.
"""
