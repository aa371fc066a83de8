"""The command line `quarterdeck`: serve, make games, play them in a terminal, look on.

What a command prints comes from the position and the API alone.  `drawing` and the package of each title turn messages
into text and know no service; `sitting` is a person at a game; the other modules hold the commands.
"""
