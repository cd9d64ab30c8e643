"""Serves a decorated function to Vidimus."""

from __future__ import annotations

import signal
import sys
import threading
from typing import Any, Callable, NoReturn

from .decorators import Served, served
from .frames import missing_packages, without_pillow
from .wire import Wire
from .worker import Worker


def serve(function: Callable[..., Any]) -> None:
    """Answers what Vidimus asks, until it says goodbye or is gone."""
    how = served(function)
    if how is None:
        raise TypeError("serve() takes a function that is decorated with @chat, @encoder, @predict, @stream or @similarity")
    if sys.stdin is None or sys.stdin.isatty():
        sys.exit(
            "This program waits for Vidimus, which starts it. Name it in a configuration:\n"
            f"  - {{ id: mine, kind: command, command: [python3, {sys.argv[0]}] }}"
        )
    _check_packages(how)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _end)
    wire = Wire()
    worker = Worker(how, wire.send)
    for message in wire.messages():
        if not worker.take(message):
            return


def _end(number: int, _: Any) -> NoReturn:
    """Unwinds, so that what was opened is closed."""
    sys.exit(128 + number)


def _check_packages(how: Served) -> None:
    if how.frames is None and how.sees and how.speaks in ("chat", "encoder", "stream") and missing_packages("pil"):
        print(without_pillow, file=sys.stderr)
    missing = missing_packages(how.frames) if how.frames else []
    if missing:
        sys.exit(f'frames="{how.frames}" needs packages that are not installed: pip install {" ".join(missing)}')
