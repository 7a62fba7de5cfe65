"""The game of 够级: pure functions over frozen state. Standard library only; no clock, I/O, randomness or logging."""
