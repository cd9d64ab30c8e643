"""The peer of bench/clips.ts: eight frames of 224 x 224 of many short clips, in several processes.

    clips.py pyav|torchcodec <processes> <clips> <pattern>    prints wall and CPU seconds from the start of the processes to their end, imports left out
"""

import glob
import json
import multiprocessing
import resource
import sys
import time


def by_pyav(path):
    """As a careful script would for short clips: decodes from the start and stops after the last."""
    import av
    import numpy as np
    from PIL import Image

    with av.open(path) as container:
        stream = container.streams.video[0]
        stream.thread_type = "NONE"
        wanted = set(np.linspace(0, stream.frames - 1, 8).round().astype(int).tolist())
        pixels = []
        for place, frame in enumerate(container.decode(stream)):
            if place in wanted:
                image = frame.to_image().resize((224, 224), Image.Resampling.BICUBIC)
                pixels.append(np.asarray(image))
            if len(pixels) == len(wanted):
                break
    return np.stack(pixels).shape


def by_torchcodec(path):
    import numpy as np
    import torch
    from torchcodec.decoders import VideoDecoder

    torch.set_num_threads(1)
    decoder = VideoDecoder(path, num_ffmpeg_threads=1, seek_mode="exact")
    places = np.linspace(0, len(decoder) - 1, 8).round().astype(int).tolist()
    frames = decoder.get_frames_at(places).data
    return torch.nn.functional.interpolate(
        frames.float(), (224, 224), mode="bicubic", antialias=True
    ).shape


def main(peer, processes, clips, pattern):
    paths = sorted(glob.glob(pattern))[: int(clips)]
    # Processes are forked: what is imported now is there in all of them, and not measured.
    packages = ("av", "numpy", "PIL.Image") if peer == "pyav" else ("numpy", "torch", "torchcodec.decoders")
    for package in packages:
        __import__(package)
    before = cpu_seconds()
    started = time.perf_counter()
    pool = multiprocessing.get_context("fork").Pool(int(processes))
    shapes = pool.map({"pyav": by_pyav, "torchcodec": by_torchcodec}[peer], paths, chunksize=8)
    assert len(shapes) == len(paths)
    wall = time.perf_counter() - started
    pool.close()
    pool.join()
    print(json.dumps({"wall": wall, "cpu": cpu_seconds() - before}))


def cpu_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    main(*sys.argv[1:])
