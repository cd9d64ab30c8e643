"""The two ends of the protocol: lines of JSON that nothing else can write to or read from."""

from __future__ import annotations

import json
import math
import os
import sys
from dataclasses import asdict, is_dataclass
from typing import Any, Iterator, Mapping, Optional

longest_message = 100_000_000
"""Vidimus ends a program whose message is longer, in characters."""


class Wire:
    """Takes over standard input and output.

    Whatever else is printed from then on, by Python, C libraries or child processes, goes to standard error; whatever
    else reads standard input finds it empty.
    """

    def __init__(self) -> None:
        sys.stdout.flush()
        self._input = os.fdopen(os.dup(0), "rb")
        self._output = os.dup(1)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
        # Ends a line that something printed before without an end.
        self._write(b"\n")

    def messages(self) -> Iterator[Mapping[str, Any]]:
        """Messages in their order, until standard input ends."""
        for line in self._input:
            try:
                message = json.loads(line)
            except ValueError as error:
                print(f"ignored a line that is no JSON: {error}", file=sys.stderr)
                continue
            if not isinstance(message, dict):
                continue
            if "attached" in message:
                # Bytes of frames come behind the line; their number is replaced by themselves.
                message["attached"] = self._input.read(message["attached"])
            yield message

    def send(self, message: Mapping[str, Any]) -> None:
        """Writes a message at once.

        Raises ValueError or TypeError where it cannot be written, before anything of it is.
        """
        try:
            text = json.dumps(message, allow_nan=False, default=_plain, separators=(",", ":"))
        except ValueError as error:
            place = _not_finite(message)
            raise (ValueError(f"{place}, which is no number of JSON") if place else error) from None
        if len(text) > longest_message:
            raise ValueError(f"it has {len(text)} characters; {longest_message} are the most that can be sent")
        self._write(text.encode("ascii") + b"\n")

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._output, view) :]
        except BrokenPipeError:
            # Nobody listens any more.
            raise SystemExit(1) from None


def _not_finite(value: Any, place: str = "") -> Optional[str]:
    """The first number that is NaN or infinite, by its place: "prediction.scores.open is nan"."""
    if isinstance(value, float):
        return None if math.isfinite(value) else f"{place} is {value}"
    if isinstance(value, Mapping):
        members = ((f"{place}.{key}" if place else str(key), own) for key, own in value.items())
    elif isinstance(value, (list, tuple)):
        members = ((f"{place}[{at}]", own) for at, own in enumerate(value))
    else:
        try:
            return None if value is None or isinstance(value, (str, int)) else _not_finite(_plain(value), place)
        except TypeError:
            return None
    return next((found for name, own in members if (found := _not_finite(own, name)) is not None), None)


def _plain(value: Any) -> Any:
    """NumPy arrays and scalars, tensors, dataclasses and paths as JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
