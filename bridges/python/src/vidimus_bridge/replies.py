"""What functions return or raise, beyond plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Mapping, Optional, Sequence, get_args

Cause = Literal["transient", "rate", "deterministic", "too-large", "media", "auth", "session"]


@dataclass(frozen=True)
class Reply:
    """What a chat function returns where there is more to say than a text."""

    text: str = ""
    finish: Literal["stop", "length"] = "stop"
    """``length``: cut off by the token limit."""
    reasoning: Optional[str] = None
    log_likelihoods: Optional[Sequence[Optional[float]]] = None
    """Natural logarithms, one for each choice; ``None`` where it is not known."""
    facts: Optional[Mapping[str, Any]] = None
    """Such as ``{"usage": {"input": 812, "output": 9}, "model": "…"}``."""


@dataclass(frozen=True)
class Say:
    """What a stream function returns where it also knows how sure it is that this is a moment to speak."""

    text: str
    confidence: Optional[float] = None


class Failure(Exception):
    """An ask that failed, and why.

    ``transient`` and ``rate`` are tried again; ``deterministic``, ``too-large`` and ``media`` are not; ``auth`` stops the
    system; ``session`` has a stream shown again from its start. Any other exception counts as ``deterministic``.
    """

    def __init__(self, message: str, cause: Cause = "deterministic") -> None:
        if cause not in get_args(Cause):
            raise ValueError(f"the cause of a Failure must be one of {', '.join(get_args(Cause))}, got {cause!r}")
        super().__init__(message)
        self.cause: Cause = cause


class Refusal(Exception):
    """The model refused to answer."""
