"""The program itself, as ``uth-exact`` and ``python -m uth_exact``: the command line, and a death that a shell understands.

Nothing is imported up here, so that an interruption is met in one place from the first moment on.
"""


def run() -> int:
    """Run the command line of the process and return its exit code.

    After an interruption or a request to end, the process dies of that very signal: a shell shows 130 or 143 all the
    same, and only so does it stop the loop or script around the command.
    """
    try:
        from uth_exact.cli import main

        code = main()
        _die(code)
    except KeyboardInterrupt:
        code = _interrupted()
        _die(code)
    return code


def _interrupted() -> int:
    """Say what ``main`` says of an interruption, which came before it could or after it had."""
    import sys

    line = '{"error": {"code": "interrupted", "message": "interrupted", "where": ""}}' if "--json" in sys.argv else "uth-exact: interrupted"
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except (AttributeError, OSError):
        pass  # there is no stderr
    return 130


def _die(code: int) -> None:
    """Die of the signal that ``code`` stands for; for any other code, let a late interruption end the process in silence."""
    import os
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if code in (128 + signal.SIGINT, 128 + signal.SIGTERM):
        signal.signal(code - 128, signal.SIG_DFL)
        os.kill(os.getpid(), code - 128)


if __name__ == "__main__":
    raise SystemExit(run())
