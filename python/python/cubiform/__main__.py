"""The command ``cubiform``, which ``python -m cubiform`` runs too."""

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command line of this process. Returns the exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # The command ends in its own way after Ctrl-C.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["cubiform", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
