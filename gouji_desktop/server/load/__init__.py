"""The load driver: real deals by real sockets against a server, next to a raw echo in the same run."""
