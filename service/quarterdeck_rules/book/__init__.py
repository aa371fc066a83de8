"""The book: a game's log as something that anybody can check, and the file that it is given away in.

AUDIT.md describes the forms for those who write a verifier of their own.
"""
