"""Bots against bots: whole matches without a host, a clock or a window."""
