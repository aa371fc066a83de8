"""The reference of the API: pages for people, written from the comments of the protos.

`pages.py` says which pages there are; `description.py` reads the protos, `play.py` the rules, `errors.py` the error
table, `codes.py` the words.
"""
