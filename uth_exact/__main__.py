"""``python -m uth_exact``: the same as the command ``uth-exact``."""

from uth_exact.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
