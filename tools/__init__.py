"""Generators of the files under ``assets/``; none of them is needed to run the game."""
