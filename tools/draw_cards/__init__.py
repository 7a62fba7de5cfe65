"""Draw the card faces, backs and stamps as SVG Tiny 1.2 (run as ``python -m tools.draw_cards``).

A face is 200x280 units. All that tells it from another face lies in the left 43 units, so a fanned hand can
be read from its narrow edges. Ranks and words are paths taken from the fonts, so a face looks the same
everywhere; colours are fixed, because faces do not change with the theme. SVG Tiny knows no arcs in paths:
``svg.arc`` writes them as curves.

Modules: ``svg`` writes elements, ``glyphs`` turns characters into paths, ``suits`` draws the four suits,
``index`` the corner, ``pips``, ``courts`` and ``jokers`` the middle, ``backs`` and ``stamps`` the rest, and
``decks`` puts them together and writes the files.
"""
