"""The parts of a deal: setup, tribute, playing, settling."""
