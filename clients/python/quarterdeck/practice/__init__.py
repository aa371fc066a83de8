"""A practice game: start the service, have four bots play through its public API, and show it.

`make run` is this.  The service runs as a process of its own; nothing here knows more than any other client.
"""
