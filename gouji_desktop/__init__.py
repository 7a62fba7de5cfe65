"""A desktop client for 够级 (gouji), the six-player card game from Shandong."""

__version__ = "0.1.0"
