"""Frames of videos, as functions receive them."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, Mapping, get_args

from .replies import Failure

if TYPE_CHECKING:
    import numpy
    import PIL.Image

FrameKind = Literal["pil", "numpy", "bytes", "frame"]
frame_kinds: tuple[str, ...] = get_args(FrameKind)
_pixels = "image/x-rgb"
_needed = {"pil": ("PIL",), "numpy": ("PIL", "numpy"), "bytes": (), "frame": ()}


without_pillow = "Pillow is not installed, so that frames come as bytes: pip install pillow, or decorate with frames=\"bytes\""


@dataclass(frozen=True)
class Frame:
    """A frame with everything that is known about it."""

    at_seconds: float
    """Time from the start of the video; 0 for a picture."""
    media_type: str
    width: int
    height: int
    digest: str
    """SHA-256 of ``data``."""
    data: bytes = field(repr=False)
    """The encoded picture, such as a JPEG; for ``image/x-rgb`` its pixels, row by row."""

    def image(self) -> PIL.Image.Image:
        """The picture in RGB."""
        from PIL import Image

        if self.media_type == _pixels:
            return Image.frombytes("RGB", (self.width, self.height), self.data)
        try:
            return Image.open(io.BytesIO(self.data)).convert("RGB")
        except OSError as error:
            raise Failure(f"a frame at {self.at_seconds} s cannot be decoded: {error}", "media") from error

    def array(self) -> numpy.ndarray[Any, Any]:
        """The picture as height × width × 3 bytes, in RGB."""
        import numpy

        if self.media_type == _pixels:
            return numpy.frombuffer(self.data, "uint8").reshape(self.height, self.width, 3)
        return numpy.asarray(self.image())


def read_frame(sent: Mapping[str, Any], attached: memoryview) -> Frame:
    """Reads a frame of the protocol, whose bytes are attached to its message or stand in it as base64."""
    data = sent["data"]
    return Frame(
        at_seconds=sent["atSeconds"],
        media_type=sent["mediaType"],
        width=sent["width"],
        height=sent["height"],
        digest=sent["digest"],
        data=base64.b64decode(data) if isinstance(data, str) else bytes(attached[data["at"] : data["at"] + data["bytes"]]),
    )


class Presenter:
    """Reads frames of one message as the function wants them."""

    def __init__(self, kind: FrameKind, attached: memoryview) -> None:
        self._kind = kind
        self._attached = attached

    def __call__(self, sent: Mapping[str, Any]) -> Any:
        frame = read_frame(sent, self._attached)
        if self._kind == "pil":
            return frame.image()
        if self._kind == "numpy":
            return frame.array()
        return frame.data if self._kind == "bytes" else frame


def default_frame_kind() -> FrameKind:
    """PIL images where Pillow is installed, otherwise encoded bytes."""
    return "pil" if find_spec("PIL") else "bytes"


def missing_packages(kind: FrameKind) -> list[str]:
    """What has to be installed for frames of this kind and is not, by the names of pip."""
    return [{"PIL": "pillow"}.get(name, name) for name in _needed[kind] if not find_spec(name)]
