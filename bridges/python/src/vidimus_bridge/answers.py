"""What functions return, as members of an answer."""

from __future__ import annotations

import array
import base64
import math
import sys
from typing import Any, Mapping, Optional

from .replies import Reply, Say

Members = Mapping[str, Any]


def prediction_members(result: Any) -> Members:
    if result is None:
        raise TypeError("the function returned None instead of a prediction")
    return {"prediction": result}


def chat_members(result: Any) -> Members:
    """A text, a `Reply`, or log-likelihoods of the choices."""
    reply = result if isinstance(result, Reply) else _reply(result)
    sent: dict[str, Any] = {"text": reply.text, "finish": reply.finish}
    if reply.reasoning is not None:
        sent["reasoning"] = reply.reasoning
    if reply.log_likelihoods is not None:
        sent["logLikelihoods"] = [_likelihood(value) for value in _listed(reply.log_likelihoods)]
    return {"reply": sent} if reply.facts is None else {"reply": sent, "facts": reply.facts}


def _reply(result: Any) -> Reply:
    if isinstance(result, str):
        return Reply(result)
    if isinstance(result, (bytes, dict)) or not hasattr(result, "__iter__"):
        raise TypeError(f"the function returned {type(result).__name__} instead of a text or a Reply")
    return Reply(log_likelihoods=result)


def _likelihood(value: Any) -> Optional[float]:
    """Minus infinity is too unlikely to be known; NaN is refused when it is written."""
    return None if value is None or value == -math.inf else float(value)


def encoder_members(result: Any) -> Members:
    """A vector as base64 of single-precision floats, which is shorter and faster to read than its digits."""
    if result is None or isinstance(result, (str, bytes, dict, int, float)):
        raise TypeError(f"the function returned {type(result).__name__} instead of a vector")
    return {"embedding": base64.b64encode(_packed(result)).decode("ascii")}


def _packed(vector: Any) -> bytes:
    if hasattr(vector, "detach"):
        vector = vector.detach().cpu().float()
    if hasattr(vector, "__array__"):
        import numpy

        numbers = numpy.asarray(vector)
        if numbers.ndim != 1:
            raise ValueError(f"the function returned an array of shape {numbers.shape} instead of a vector")
        return numbers.astype("<f4").tobytes()
    floats = array.array("f", vector)
    if sys.byteorder == "big":
        floats.byteswap()
    return floats.tobytes()


def stream_members(result: Any) -> Members:
    """A text, a `Say`, or ``None`` for silence."""
    said = result if isinstance(result, Say) else Say("" if result is None else result)
    if not isinstance(said.text, str):
        raise TypeError(f"the function returned {type(said.text).__name__} instead of a text, a Say or None")
    return {"say": said.text} if said.confidence is None else {"say": said.text, "confidence": said.confidence}


def similarity_members(result: Any) -> Members:
    return {"cosines": [float(value) for value in result]}


def _listed(values: Any) -> Any:
    return values.tolist() if hasattr(values, "tolist") else values
