"""The peer of bench/encoder.ts: a random OpenCLIP model, videos to embeddings, and products by NumPy.

    encoder.py make <folder>                        image.onnx, text.onnx and manifest.yaml of a random ViT-B-32
    encoder.py embed <folder> <frames> <videos…>    PyAV, Pillow and ONNX Runtime; prints seconds from the first import
    encoder.py products <videos> <labels> <size>    NumPy's product of random matrices; prints seconds
"""

import json
import pathlib
import sys
import time

started = time.perf_counter()


def make(folder):
    sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "export"))
    import open_clip
    import open_clip_to_onnx

    model = open_clip.create_model("ViT-B-32", pretrained=None).eval()
    open_clip_to_onnx.export(model, folder, size=224, mean=open_clip.OPENAI_DATASET_MEAN, std=open_clip.OPENAI_DATASET_STD)
    return {}


def embed(folder, count, *videos):
    """As a careful script would: seeks to the keyframe before each frame, one run for each video."""
    import av
    import numpy as np
    import onnxruntime
    from PIL import Image

    mean = np.array([0.48145466, 0.4578275, 0.40821073], dtype=np.float32)
    std = np.array([0.26862954, 0.26130258, 0.27577711], dtype=np.float32)
    session = onnxruntime.InferenceSession(str(pathlib.Path(folder) / "image.onnx"))
    sums = []
    for video in videos:
        pixels = []
        for frame in chosen(av, np, video, int(count)):
            image = frame.to_image()
            width, height = image.size
            scale = 224 / min(width, height)
            image = image.resize((int(width * scale), int(height * scale)), Image.Resampling.BICUBIC)
            left, top = (image.width - 224) // 2, (image.height - 224) // 2
            image = image.crop((left, top, left + 224, top + 224))
            pixels.append(((np.asarray(image, dtype=np.float32) / 255 - mean) / std).transpose(2, 0, 1))
        vectors = session.run(None, {"input": np.stack(pixels)})[0]
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        vector = vectors.mean(0)
        sums.append(float((vector / np.linalg.norm(vector))[0]))
    return {"seconds": time.perf_counter() - started, "first": sums}


def chosen(av, np, video, count):
    with av.open(video) as container:
        stream = container.streams.video[0]
        stream.thread_type = "SLICE"
        total = stream.frames
        rate, base = float(stream.average_rate), float(stream.time_base)
        wanted = np.linspace(0, total - 1, count, dtype=int).tolist()
        found, at = {}, -1
        for index in wanted:
            if index in found:
                continue
            container.seek(int(index / rate / base), stream=stream)
            for frame in container.decode(stream):
                at = round(frame.pts * base * rate)
                if at in wanted:
                    found[at] = frame
                if at >= index:
                    break
        return [found[index] for index in wanted]


def products(videos, labels, size):
    import numpy as np

    numbers = np.random.default_rng(1)
    left = numbers.standard_normal((int(videos), int(size)), dtype=np.float32)
    right = numbers.standard_normal((int(labels), int(size)), dtype=np.float32)
    before = time.perf_counter()
    (left @ right.T).sum()
    return {"seconds": time.perf_counter() - before}


print(json.dumps({"make": make, "embed": embed, "products": products}[sys.argv[1]](*sys.argv[2:])))
