"""The wire: messages, codec, and the client of a table server with its remote session."""
