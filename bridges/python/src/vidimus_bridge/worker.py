"""Answers messages by a decorated function."""

from __future__ import annotations

import re
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence

from .answers import Members, chat_members, encoder_members, prediction_members, similarity_members, stream_members
from .decorators import Served
from .frames import Presenter, default_frame_kind, without_pillow
from .messages import read_messages, read_step
from .replies import Failure, Refusal

protocol = 1
_longest_reason = 2_000
_shown_calls = 6
_members: dict[str, Callable[[Any], Members]] = {
    "prediction": prediction_members,
    "chat": chat_members,
    "encoder": encoder_members,
    "stream": stream_members,
    "similarity": similarity_members,
}
_device_lost = re.compile(r"\b(CUDA|HIP) error\b")

Ask = Mapping[str, Any]
Arguments = tuple[Any, ...]
Send = Callable[[Mapping[str, Any]], None]


class Worker:
    """Answers one message after the other; what goes wrong with an ask is the answer to that ask."""

    def __init__(self, served: Served, send: Send) -> None:
        self._served = served
        self._kind = served.frames or default_frame_kind()
        self._present = Presenter(self._kind, memoryview(b""))
        self._send = send
        self._streams: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}

    def take(self, message: Mapping[str, Any]) -> bool:
        """Whether more messages are to be read. Messages that are not known are ignored, as is ``cancel``."""
        kind = message.get("type")
        self._present = Presenter(self._kind, memoryview(message.get("attached", b"")))
        if kind == "hello":
            self._send(self._ready())
        elif kind == "ask":
            self._answer(message["asks"])
        elif kind == "open":
            self._streams[message["stream"]] = (message["about"], {})
        elif kind == "step":
            self._step(message)
        elif kind == "close":
            self._streams.pop(message["stream"], None)
        return kind != "bye"

    def _ready(self) -> Mapping[str, Any]:
        served = self._served
        size = (served.size, served.size) if isinstance(served.size, int) else served.size
        shape = {"width": size[0], "height": size[1], "resize": served.resize, "filter": served.filter} if size else None
        return {
            **({"pixels": shape} if shape else {}),
            **({"frames": served.count} if served.count else {}),
            **({"cacheable": True} if served.cacheable else {}),
            "type": "ready",
            "protocol": protocol,
            "speaks": served.speaks,
            "identity": served.identity,
            "batchSize": served.batch_size or 1,
            "sessions": served.sessions,
            "sees": served.sees,
            "attachments": True,
            "takesVideos": served.takes_videos,
            "scoresChoices": served.scores_choices,
        }

    def _answer(self, asks: Sequence[Ask]) -> None:
        for group in _alike(asks):
            ready: list[tuple[int, Arguments]] = []
            for ask in group:
                try:
                    ready.append((ask["id"], self._arguments(ask)))
                except Exception as error:
                    self._fail(ask["id"], error)
            if self._served.speaks == "similarity":
                self._together(ready, self._compare)
            elif self._served.batch_size is not None:
                self._together(ready, self._served.function)
            else:
                for ask_id, arguments in ready:
                    self._alone(ask_id, arguments)

    def _arguments(self, ask: Ask) -> Arguments:
        speaks = self._served.speaks
        if speaks == "prediction":
            return (ask["sample"],)
        if speaks == "similarity":
            return ([(generated, reference) for generated, reference in ask["pairs"]],)
        if speaks == "encoder":
            return (ask["text"] if "text" in ask else [self._present(frame) for frame in ask["frames"]],)
        messages = read_messages(ask["messages"], self._present)
        return (messages, ask.get("choices")) if self._served.scores_choices else (messages,)

    def _alone(self, ask_id: int, arguments: Arguments) -> None:
        try:
            result = self._served.function(*arguments)
        except Exception as error:
            self._fail(ask_id, error)
        else:
            self._reply(ask_id, result)

    def _together(self, ready: Sequence[tuple[int, Arguments]], call: Callable[..., Any]) -> None:
        """One call for all. Where it fails, each is asked alone, so that one ask spoils no other."""
        if not ready:
            return
        columns = [list(column) for column in zip(*(arguments for _, arguments in ready))]
        try:
            results = _results(call(*columns), len(ready))
            if len(results) != len(ready):
                raise ValueError(f"the function returned {len(results)} results for {len(ready)} asks")
        except Exception as error:
            if len(ready) == 1 or _loses_device(error):
                self._fail(ready[0][0], error)
                return
            print(f"a batch of {len(ready)} failed ({_reason(error)}); each is asked alone", file=sys.stderr)
            for one in ready:
                self._together([one], call)
            return
        for (ask_id, _), result in zip(ready, results):
            self._reply(ask_id, result)

    def _compare(self, lists: Sequence[list[tuple[str, str]]]) -> list[list[Any]]:
        """All pairs in one call, given back to the asks that they came from."""
        pairs = [pair for own in lists for pair in own]
        cosines = _results(self._served.function(pairs), len(pairs)) if pairs else []
        if len(cosines) != len(pairs):
            raise ValueError(f"the function returned {len(cosines)} cosines for {len(pairs)} pairs")
        found = iter(cosines)
        return [[next(found) for _ in own] for own in lists]

    def _step(self, message: Ask) -> None:
        try:
            if message["stream"] not in self._streams:
                raise Failure("the stream is not open", "session")
            about, state = self._streams[message["stream"]]
            result = self._served.function(read_step(message, about, self._present), state)
        except Exception as error:
            self._fail(message["id"], error)
        else:
            self._reply(message["id"], result)

    def _reply(self, ask_id: int, result: Any) -> None:
        """An exception in a list of results concerns that ask alone."""
        try:
            if isinstance(result, Exception):
                raise result
            self._send({"type": "answer", "id": ask_id, **_members[self._served.speaks](result)})
        except Exception as error:
            self._fail(ask_id, error)

    def _fail(self, ask_id: int, error: Exception) -> None:
        if isinstance(error, Refusal):
            self._send({"type": "answer", "id": ask_id, "refused": str(error)})
            return
        _print_calls(error)
        if _loses_device(error):
            # The last line is what Vidimus shows first.
            print(f"the device is lost: {_reason(error).splitlines()[0]}", file=sys.stderr)
            raise SystemExit(1)
        cause = error.cause if isinstance(error, Failure) else "deterministic"
        self._send({"type": "answer", "id": ask_id, "error": _reason(error) + self._frames_hint(error), "cause": cause})

    def _frames_hint(self, error: Exception) -> str:
        """Functions that expect images fail where frames come as bytes for want of Pillow."""
        is_default = self._served.frames is None and self._kind == "bytes"
        is_about_bytes = isinstance(error, (AttributeError, TypeError)) and "bytes" in str(error)
        return f"; {without_pillow}" if is_default and is_about_bytes else ""


def _results(returned: Any, count: int) -> list[Any]:
    if isinstance(returned, (str, bytes, dict)) or not hasattr(returned, "__iter__"):
        raise TypeError(f"the function returned {type(returned).__name__} instead of a list of {count} results")
    return list(returned)


def _alike(asks: Sequence[Ask]) -> Iterable[Sequence[Ask]]:
    """Encoders embed texts and frames in different ways: no call holds both."""
    texts = [ask for ask in asks if "text" in ask]
    others = [ask for ask in asks if "text" not in ask]
    return (group for group in (texts, others) if group)


def _reason(error: Exception) -> str:
    if isinstance(error, Failure):
        return str(error)[:_longest_reason]
    text = f"{type(error).__name__}: {error}"[:_longest_reason]
    calls = traceback.extract_tb(_own_calls(error))
    return f"{text} ({Path(calls[-1].filename).name}:{calls[-1].lineno})" if calls else text


def _print_calls(error: Exception) -> None:
    shown = error.with_traceback(_own_calls(error))
    traceback.print_exception(type(shown), shown, shown.__traceback__, limit=-_shown_calls)


def _own_calls(error: Exception) -> Optional[TracebackType]:
    """The calls below the bridge, which are the function's own."""
    calls = error.__traceback__
    here = Path(__file__).parent
    while calls and Path(calls.tb_frame.f_code.co_filename).parent == here:
        calls = calls.tb_next
    return calls


def _loses_device(error: Exception) -> bool:
    """After such an error every later call of the process fails: Vidimus starts another one and finds the culprit."""
    return _device_lost.search(str(error)) is not None
