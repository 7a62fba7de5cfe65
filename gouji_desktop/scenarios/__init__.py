"""Scenarios: one question to the rules each, as JSON (docs/scenario-format.md)."""
