"""The program itself, as ``uth-exact`` and ``python -m uth_exact``: the command line, and a death that a shell understands.

Nothing is imported up here, so that an interruption is met in one place from the first moment on.
"""


def run() -> int:
    """Run the command line of the process and return its exit code.

    After an interruption or a request to end, the process dies of that very signal: a shell shows 130 or 143 all the
    same, and only so does it stop the loop or script around the command.
    """
    try:
        from uth_exact.interruption import watch

        watch()
        from uth_exact.cli import main

        code = main()
    except BaseException as error:
        code = _before_or_after(error)
    _die(code)
    return code


def _before_or_after(error: BaseException) -> int:
    """Say what ``main`` says of whatever came before it could or after it had, and return the exit code."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # one interruption is enough
    import sys

    if "--debug" in sys.argv:
        sys.excepthook(type(error), error, error.__traceback__)
    if type(error).__name__ == "Terminated":
        code, name, message = 143, "terminated", "terminated"
    elif isinstance(error, KeyboardInterrupt):
        code, name, message = 130, "interrupted", "interrupted"
    elif isinstance(error, ImportError):
        code, name, message = 3, "not_installed", "a part of the program cannot be loaded"
    elif isinstance(error, MemoryError):
        code, name, message = 3, "no_memory", "out of memory"
    elif isinstance(error, OSError):
        code, name, message = 3, "environment", "a part of the program cannot be read"
    else:
        code, name, message = 4, "internal_fault", f"internal fault, no answer: {type(error).__name__}"
    line = f'{{"error": {{"code": "{name}", "message": "{message}", "where": ""}}}}' if "--json" in sys.argv else f"uth-exact: {message}"
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except (AttributeError, OSError):
        pass  # there is no stderr
    return code


def _die(code: int) -> None:
    """Die of the signal that ``code`` stands for; for any other code, let a late one end the process in silence."""
    import os
    import signal

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if code in (128 + signal.SIGINT, 128 + signal.SIGTERM):
        signal.signal(code - 128, signal.SIG_DFL)
        os.kill(os.getpid(), code - 128)


if __name__ == "__main__":
    raise SystemExit(run())
