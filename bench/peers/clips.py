"""The peer of bench/clips.ts: eight frames each of many short clips, in several processes.

    clips.py pyav|torchcodec|opencv|decord pixels|jpeg <processes> <clips> <pattern> <folder>

`pixels` scales frames to 224 x 224; `jpeg` writes each frame to a file in the folder, in the quality
and colour resolution of ours.
Prints wall and CPU seconds from the start of the processes to their end, imports left out.
"""

import glob
import json
import multiprocessing
import os
import resource
import sys
import time
from functools import partial

QUALITY = 90


def wanted_of(total):
    import numpy as np

    return np.linspace(0, total - 1, 8).round().astype(int).tolist()


def pyav_images(path):
    """As a careful script would for short clips: decodes from the start and stops after the last."""
    import av

    with av.open(path) as container:
        stream = container.streams.video[0]
        stream.thread_type = "NONE"
        wanted = wanted_of(stream.frames)
        for place, frame in enumerate(container.decode(stream)):
            if place in wanted:
                yield frame.to_image()
            if place == wanted[-1]:
                return


def pixels_by_pyav(path):
    import numpy as np
    from PIL import Image

    size = (224, 224)
    return np.stack([np.asarray(image.resize(size, Image.Resampling.BICUBIC)) for image in pyav_images(path)]).shape


def pixels_by_torchcodec(path):
    import torch
    from torchcodec.decoders import VideoDecoder

    torch.set_num_threads(1)
    decoder = VideoDecoder(path, num_ffmpeg_threads=1, seek_mode="exact")
    frames = decoder.get_frames_at(wanted_of(len(decoder))).data
    return torch.nn.functional.interpolate(frames.float(), (224, 224), mode="bicubic", antialias=True).shape


def jpeg_by_pyav(folder, path):
    for at, image in enumerate(pyav_images(path)):
        image.save(file_of(folder, path, at), quality=QUALITY, subsampling=0)


def jpeg_by_opencv(folder, path):
    import cv2

    cv2.setNumThreads(1)
    video = cv2.VideoCapture(path, cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])
    for at, place in enumerate(wanted_of(int(video.get(cv2.CAP_PROP_FRAME_COUNT)))):
        video.set(cv2.CAP_PROP_POS_FRAMES, place)
        ok, bgr = video.read()
        assert ok
        write_jpeg(file_of(folder, path, at), bgr)


def jpeg_by_decord(folder, path):
    import cv2
    import decord

    cv2.setNumThreads(1)
    video = decord.VideoReader(path, num_threads=1)
    for at, rgb in enumerate(video.get_batch(wanted_of(len(video))).asnumpy()):
        write_jpeg(file_of(folder, path, at), cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR))


def write_jpeg(path, bgr):
    import cv2

    options = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    options += [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
    assert cv2.imwrite(path, bgr, options)


def file_of(folder, path, at):
    return os.path.join(folder, f"{os.path.basename(path)}-{at}.jpg")


ways = {
    ("pyav", "pixels"): (pixels_by_pyav, ("av", "numpy", "PIL.Image")),
    ("torchcodec", "pixels"): (pixels_by_torchcodec, ("numpy", "torch", "torchcodec.decoders")),
    ("pyav", "jpeg"): (jpeg_by_pyav, ("av", "numpy", "PIL.Image")),
    ("opencv", "jpeg"): (jpeg_by_opencv, ("cv2", "numpy")),
    ("decord", "jpeg"): (jpeg_by_decord, ("cv2", "decord", "numpy")),
}


def main(peer, output, processes, clips, pattern, folder):
    paths = sorted(glob.glob(pattern))[: int(clips)]
    way, packages = ways[peer, output]
    # Processes are forked: what is imported now is there in all of them, and not measured.
    for package in packages:
        __import__(package)
    work = partial(way, folder) if output == "jpeg" else way
    before = cpu_seconds()
    started = time.perf_counter()
    pool = multiprocessing.get_context("fork").Pool(int(processes))
    done = pool.map(work, paths, chunksize=8)
    assert len(done) == len(paths)
    wall = time.perf_counter() - started
    pool.close()
    pool.join()
    print(json.dumps({"wall": wall, "cpu": cpu_seconds() - before}))


def cpu_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    main(*sys.argv[1:])
