"""Operator commands: those that need the server on this machine.  They alone import it, and only when called."""

import sys


def main() -> int:
    """Run the server's command line; exit code 2 with a line that says what to install if it is not here."""
    try:
        from quarterdeck_server.__main__ import main as serve_or_token  # noqa: PLC0415  (only operators have it)
    except ImportError as error:
        sys.stderr.write(f"quarterdeck: this command needs the server, pip install 'quarterdeck[server]' ({error})\n")
        return 2
    return serve_or_token()


if __name__ == "__main__":
    sys.exit(main())
