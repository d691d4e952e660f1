"""python -m kgmem is kgmem."""

import sys

_INTERRUPTED = 130
"""As in kgmem.cli.common, which may not be loaded yet."""


def main() -> None:
    """Run the command line. An interrupt while its modules load ends it like any other."""
    try:
        from kgmem.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
