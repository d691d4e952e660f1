"""python -m kgmem is kgmem."""

import os
import signal
import sys
from typing import Any

_INTERRUPTED = 130
"""As in kgmem.cli.common, which may not be loaded yet."""


def main() -> None:
    """Run the command line. An interrupt while its modules load ends it there: some would make another error of it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    from kgmem.cli import app, register
    from kgmem.cli import main as run

    register(app)
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _end(*_: Any) -> None:
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
