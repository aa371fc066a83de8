"""Quarterdeck for Python programs: the client, the command line, the bots and the generated messages."""
