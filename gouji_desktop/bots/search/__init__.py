"""The master's search: worlds drawn from what a seat knows, played to the end from each candidate move."""
