"""The use cases, and the only writer of a game's log."""
