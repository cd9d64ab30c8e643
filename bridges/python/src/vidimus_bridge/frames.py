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
_needed = {"pil": ("PIL",), "numpy": ("PIL", "numpy"), "bytes": (), "frame": ()}


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
    """The encoded picture, such as a JPEG."""

    def image(self) -> PIL.Image.Image:
        """The picture in RGB."""
        from PIL import Image

        try:
            return Image.open(io.BytesIO(self.data)).convert("RGB")
        except OSError as error:
            raise Failure(f"a frame at {self.at_seconds} s cannot be decoded: {error}", "media") from error

    def array(self) -> numpy.ndarray[Any, Any]:
        """The picture as height × width × 3 bytes, in RGB."""
        import numpy

        return numpy.asarray(self.image())


def read_frame(sent: Mapping[str, Any]) -> Frame:
    """Reads a frame of the protocol."""
    return Frame(
        at_seconds=sent["atSeconds"],
        media_type=sent["mediaType"],
        width=sent["width"],
        height=sent["height"],
        digest=sent["digest"],
        data=base64.b64decode(sent["data"]),
    )


def present_frame(sent: Mapping[str, Any], kind: FrameKind) -> Any:
    """Reads a frame of the protocol as the function wants it."""
    frame = read_frame(sent)
    if kind == "pil":
        return frame.image()
    if kind == "numpy":
        return frame.array()
    return frame.data if kind == "bytes" else frame


def default_frame_kind() -> FrameKind:
    """PIL images where Pillow is installed, otherwise encoded bytes."""
    return "pil" if find_spec("PIL") else "bytes"


def missing_packages(kind: FrameKind) -> list[str]:
    """What has to be installed for frames of this kind and is not, by the names of pip."""
    return [{"PIL": "pillow"}.get(name, name) for name in _needed[kind] if not find_spec(name)]
