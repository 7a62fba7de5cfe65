"""The composition root: start-up order, event loop, wiring, sound, crash notice, self-test."""
