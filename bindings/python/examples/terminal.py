"""A person at the terminal. What was typed before a question was shown, such as a PIN twice, does not answer it."""

import sys
from getpass import getpass

if sys.platform == "win32":
    from msvcrt import getwch, kbhit

    def forget_typed() -> None:
        while kbhit():
            getwch()

else:
    from termios import TCIFLUSH, tcflush

    def forget_typed() -> None:
        tcflush(sys.stdin, TCIFLUSH)


def typed(prompt: str, *, hidden: bool = False) -> str:
    """What is typed after the prompt; where standard input is no terminal, its next line."""
    if not sys.stdin.isatty():
        return input(prompt)
    forget_typed()
    return getpass(prompt) if hidden else input(prompt)
