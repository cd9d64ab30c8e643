"""What functions are handed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Literal, Mapping, TypedDict, Union

from .frames import Presenter


class TextContent(TypedDict):
    type: Literal["text"]
    text: str


class ImageContent(TypedDict):
    type: Literal["image"]
    image: Any
    at_seconds: float


class VideoContent(TypedDict):
    type: Literal["video"]
    path: str


class Message(TypedDict):
    """A message as chat templates of transformers take it."""

    role: Literal["system", "user", "assistant"]
    content: List[Union[TextContent, ImageContent, VideoContent]]


@dataclass(frozen=True)
class Step:
    """One moment of a stream: what has come since the moment before, and nothing later."""

    number: int
    """Counted from 0."""
    now_seconds: float
    """Seconds of the stream that have passed."""
    frames: list[Any]
    frame_seconds: list[float]
    """Times of the frames from the start of the video."""
    turns: list[dict[str, Any]]
    """What others said since: ``role``, ``text``, ``atSeconds``."""
    about: dict[str, Any]
    """What is known beforehand, such as ``goal`` and ``knowledge``."""


def read_messages(sent: list[Mapping[str, Any]], present: Presenter) -> list[Message]:
    """Reads the messages of a chat ask."""
    return [
        {"role": message["role"], "content": [content for part in message["parts"] for content in _contents(part, present)]}
        for message in sent
    ]


def _contents(part: Mapping[str, Any], present: Presenter) -> list[Union[TextContent, ImageContent, VideoContent]]:
    if "text" in part:
        return [{"type": "text", "text": part["text"]}]
    return [_seen(frame, present) for frame in part["frames"]]


def _seen(frame: Mapping[str, Any], present: Presenter) -> Union[ImageContent, VideoContent]:
    if "path" in frame:
        return {"type": "video", "path": frame["path"]}
    return {"type": "image", "image": present(frame), "at_seconds": frame["atSeconds"]}


def read_step(sent: Mapping[str, Any], about: dict[str, Any], present: Presenter) -> Step:
    """Reads a step of a stream."""
    return Step(
        number=sent["step"],
        now_seconds=sent["nowSeconds"],
        frames=[present(frame) for frame in sent["frames"]],
        frame_seconds=[frame["atSeconds"] for frame in sent["frames"]],
        turns=sent["turns"],
        about=about,
    )
