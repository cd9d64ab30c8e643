"""Decorators that say what a function is. They leave the function as it is: it can be called and tested as before."""

from __future__ import annotations

import hashlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Literal, Optional, Protocol, Tuple, TypeVar, Union, get_args, overload

from .frames import FrameKind, frame_kinds

Speaks = Literal["prediction", "chat", "encoder", "stream", "similarity"]
Size = Union[int, Tuple[int, int]]
Resize = Literal["crop", "stretch"]
Filter = Literal["bicubic", "bilinear"]
Function = TypeVar("Function", bound=Callable[..., Any])


class Decorator(Protocol):
    def __call__(self, function: Function, /) -> Function: ...


@dataclass(frozen=True)
class Served:
    """How a function is served."""

    speaks: Speaks
    function: Callable[..., Any]
    identity: Any
    batch_size: Optional[int] = None
    """Where given, the function takes lists of so many asks at most."""
    frames: Optional[FrameKind] = None
    sessions: int = 1
    sees: bool = True
    takes_videos: bool = False
    scores_choices: bool = False
    size: Optional[Size] = None
    """Where given, frames come as pixels of this size instead of encoded pictures."""
    resize: Resize = "crop"
    filter: Filter = "bicubic"
    count: Optional[int] = None
    cacheable: bool = False
    """Whether the identity was stated by the user, who knows the weights; the source alone says nothing of them."""


def served(function: Callable[..., Any]) -> Optional[Served]:
    """How a decorated function is served; ``None`` where it is not decorated."""
    found = getattr(function, "__vidimus__", None)
    return found if isinstance(found, Served) else None


@overload
def predict(function: Function) -> Function: ...
@overload
def predict(*, batch_size: Optional[int] = None, identity: Any = None) -> Decorator: ...
def predict(function: Any = None, *, batch_size: Optional[int] = None, identity: Any = None) -> Any:
    """A function of a sample, a dict without its ground truth, that returns a prediction of the task's family.

    With ``batch_size`` it takes a list of samples and returns a list of predictions.
    """
    return _decorated("prediction", function, identity, batch_size=batch_size)


@overload
def chat(function: Function) -> Function: ...
@overload
def chat(
    *,
    batch_size: Optional[int] = None,
    frames: Optional[FrameKind] = None,
    sees: bool = True,
    takes_videos: bool = False,
    scores_choices: bool = False,
    identity: Any = None,
) -> Decorator: ...
def chat(
    function: Any = None,
    *,
    batch_size: Optional[int] = None,
    frames: Optional[FrameKind] = None,
    sees: bool = True,
    takes_videos: bool = False,
    scores_choices: bool = False,
    identity: Any = None,
) -> Any:
    """A function of messages (a list of `Message`) that returns a text or a `Reply`.

    With ``scores_choices`` it has a second argument: ``None``, or the choices for which it returns log-likelihoods. With
    ``batch_size`` every argument is a list, one entry for each ask, and so is what it returns.
    """
    return _decorated(
        "chat",
        function,
        identity,
        batch_size=batch_size,
        frames=frames,
        sees=sees,
        takes_videos=takes_videos,
        scores_choices=scores_choices,
    )


@overload
def encoder(function: Function) -> Function: ...
@overload
def encoder(
    *,
    batch_size: Optional[int] = None,
    frames: Optional[FrameKind] = None,
    size: Optional[Size] = None,
    resize: Resize = "crop",
    filter: Filter = "bicubic",
    count: Optional[int] = None,
    sees: bool = True,
    identity: Any = None,
) -> Decorator: ...
def encoder(
    function: Any = None,
    *,
    batch_size: Optional[int] = None,
    frames: Optional[FrameKind] = None,
    size: Optional[Size] = None,
    resize: Resize = "crop",
    filter: Filter = "bicubic",
    count: Optional[int] = None,
    sees: bool = True,
    identity: Any = None,
) -> Any:
    """A function of a text or of a list of frames that returns a vector: a list, NumPy array or tensor.

    With ``batch_size`` it takes a list and returns a list of vectors or a matrix. A list holds texts or lists of frames,
    never both. With ``size``, a number or width and height, frames are scaled by Vidimus as PIL does and come as pixels,
    never as JPEG: ``crop`` scales the shorter side and takes the middle, ``stretch`` ignores the ratio of the sides.
    ``count`` is how many frames of a video it wants.
    """
    return _decorated(
        "encoder",
        function,
        identity,
        batch_size=batch_size,
        frames=frames,
        size=size,
        resize=resize,
        filter=filter,
        count=count,
        sees=sees,
    )


@overload
def stream(function: Function) -> Function: ...
@overload
def stream(
    *, sessions: int = 1, frames: Optional[FrameKind] = None, sees: bool = True, identity: Any = None
) -> Decorator: ...
def stream(
    function: Any = None,
    *,
    sessions: int = 1,
    frames: Optional[FrameKind] = None,
    sees: bool = True,
    identity: Any = None,
) -> Any:
    """A function of a `Step` and of the stream's own dict that returns what to say: a text, a `Say`, or ``None`` for silence.

    The dict is empty at the first step and stays with the stream. ``sessions`` is how many streams one process watches.
    """
    return _decorated("stream", function, identity, sessions=sessions, frames=frames, sees=sees)


@overload
def similarity(function: Function) -> Function: ...
@overload
def similarity(*, batch_size: int = 1, identity: Any = None) -> Decorator: ...
def similarity(function: Any = None, *, batch_size: int = 1, identity: Any = None) -> Any:
    """A function of a list of pairs of texts that returns a cosine for each: a grader.

    ``batch_size`` is the number of samples whose pairs are compared in one call.
    """
    return _decorated("similarity", function, identity, batch_size=batch_size)


def _decorated(speaks: Speaks, function: Optional[Function], identity: Any, **options: Any) -> Any:
    _check(options)

    def decorate(decorated: Function) -> Function:
        if not callable(decorated):
            raise TypeError(f"a function is decorated, not {decorated!r}; options are named, as in batch_size=8")
        own = _source_of(decorated) if identity is None else identity
        stated = speaks == "encoder" and identity is not None
        setattr(decorated, "__vidimus__", Served(speaks, decorated, own, cacheable=stated, **options))
        return decorated

    return decorate if function is None else decorate(function)


def _check(options: dict[str, Any]) -> None:
    for name in ("batch_size", "sessions", "count"):
        value = options.get(name)
        if value is not None and not _is_count(value):
            raise ValueError(f"{name} must be a whole number of at least 1, got {value!r}")
    size = options.get("size")
    if size is not None and not _is_count(size) and not (isinstance(size, tuple) and len(size) == 2 and all(map(_is_count, size))):
        raise ValueError(f"size must be a whole number of at least 1 or a pair of them, got {size!r}")
    for name, choices in (("frames", frame_kinds), ("resize", get_args(Resize)), ("filter", get_args(Filter))):
        value = options.get(name)
        if value is not None and value not in choices:
            raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and value >= 1


def _source_of(function: Callable[..., Any]) -> dict[str, Union[str, None]]:
    """Identifies a function by its name and the content of its file, so that an edited script is another system."""
    unwrapped = inspect.unwrap(function)
    name = getattr(unwrapped, "__qualname__", type(unwrapped).__qualname__)
    try:
        source = Path(inspect.getsourcefile(unwrapped) or "").read_bytes()
    except (OSError, TypeError):
        return {"function": name}
    return {"function": name, "source": hashlib.sha256(source).hexdigest()}
