"""One small function for each case, served to Vidimus or called by a plain loop that prints its seconds as JSON.

python bridge.py <predict|chat|jpeg|pixels|encoder|batches> serve <file for its CPU seconds>
python bridge.py <predict|chat|jpeg|pixels|encoder|batches> plain <file with the same asks>
Needs numpy and pillow; finds the package in bridges/python.
"""
import base64
import io
import json
import sys
import time
from pathlib import Path

import numpy
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[2] / "bridges/python/src"))

from vidimus_bridge import chat, encoder, predict, serve  # noqa: E402

table = numpy.random.default_rng(1).standard_normal((256, 768)).astype("float32")


@predict
def by_length(sample):
    return {"choice": len(sample["question"]) % len(sample["choices"])}


@predict(batch_size=16)
def all_by_length(samples):
    return [by_length(sample) for sample in samples]


@chat(frames="pil")
def by_colour(messages):
    images = [part["image"] for part in messages[0]["content"] if part["type"] == "image"]
    return "AB"[sum(image.getpixel((0, 0))[0] for image in images) % 2]


@chat(frames="bytes")
def by_size(messages):
    return "AB"[sum(len(part["image"]) for part in messages[0]["content"] if part["type"] == "image") % 2]


@encoder
def by_bytes(text):
    return table[list(text.encode())].mean(0)


@encoder(size=224, frames="pil")
def by_pixels(frames):
    if isinstance(frames, str):
        return by_bytes(frames)
    return table[[image.getpixel((0, 0))[0] for image in frames]].mean(0)


functions = {"predict": by_length, "batches": all_by_length, "chat": by_colour, "jpeg": by_size, "pixels": by_pixels, "encoder": by_bytes}


def plain(case, asks):
    """The same calls, with frames decoded from the same bytes and embeddings kept."""
    results = []
    if isinstance(asks, dict):
        shown = [base64.b64decode(frame) for frame in asks["frames"]]
        # As after receiving them: bytes of its own for each ask.
        asks = files = [[bytes(bytearray(frame)) for frame in shown] for _ in range(asks["count"])]
    used, started = time.process_time(), time.perf_counter()
    if case == "chat":
        for frames in files:
            images = [Image.open(io.BytesIO(data)).convert("RGB") for data in frames]
            results.append(by_colour([{"role": "user", "content": [{"type": "image", "image": image} for image in images]}]))
    elif case == "pixels":
        for frames in files:
            results.append(by_pixels([Image.frombytes("RGB", (224, 224), data) for data in frames]))
    elif case == "jpeg":
        for frames in files:
            results.append(by_size([{"role": "user", "content": [{"type": "image", "image": data} for data in frames]}]))
    elif case == "batches":
        for at in range(0, len(asks), 16):
            results.extend(all_by_length([ask["sample"] for ask in asks[at : at + 16]]))
    else:
        for ask in asks:
            results.append(functions[case](ask["sample"] if case == "predict" else ask["text"]))
    assert len(results) == len(asks)
    print(json.dumps({"seconds": time.perf_counter() - started, "cpuSeconds": time.process_time() - used}))


if __name__ == "__main__":
    case, way, file = sys.argv[1:]
    if way == "plain":
        plain(case, json.loads(Path(file).read_text()))
    else:
        before = time.process_time()
        serve(functions[case])
        Path(file).write_text(str(time.process_time() - before))
