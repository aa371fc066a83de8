"""The command line: `quarterdeck serve`, `quarterdeck token NAME`."""
