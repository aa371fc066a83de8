"""Quarterdeck for Python: client (`quarterdeck.client`), bots (`quarterdeck.bots`) and the generated messages."""
