"""Takes evenly spaced frames of a video to 224x224 RGB with one peer and prints CPU and wall seconds as JSON.

python media.py <opencv|pyav|pyav-skip|decord|torchcodec|torchcodec-approximate|ffmpeg> <file> <frames, or "2fps"> <threads>
Needs opencv-python-headless, av, decord, imageio-ffmpeg and numpy in an environment of its own, and torch and torchcodec in another one, as
they bring 5 GB; `npm run bench media` says how to name them. TorchCodec finds FFmpeg's shared libraries by LD_LIBRARY_PATH.
`cpu` counts from after the imports, `processCpu` from the start of the process.
"""
import json
import re
import resource
import subprocess
import sys
import time

peer, path, threads = sys.argv[1], sys.argv[2], int(sys.argv[4])
sequential = sys.argv[3] == "2fps"
count = 0 if sequential else int(sys.argv[3])


def indices(total, rate=25.0):
    if sequential:
        return [int(i * rate / 2) for i in range(int(total * 2 / rate))]
    return [int(i * (total - 1) / (count - 1)) for i in range(count)]


def with_opencv():
    import cv2

    cv2.setNumThreads(threads)
    video = cv2.VideoCapture(path, cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, threads])
    total = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
    frames = []
    if sequential:
        wanted = set(indices(total, video.get(cv2.CAP_PROP_FPS)))
        for index in range(total):
            if not video.grab():
                break
            if index in wanted:
                _, frame = video.retrieve()
                frames.append(cv2.cvtColor(cv2.resize(frame, (224, 224)), cv2.COLOR_BGR2RGB))
        return frames
    for index in indices(total):
        video.set(cv2.CAP_PROP_POS_FRAMES, index)
        ok, frame = video.read()
        assert ok
        frames.append(cv2.cvtColor(cv2.resize(frame, (224, 224)), cv2.COLOR_BGR2RGB))
    return frames


def with_pyav(skip):
    import av

    frames = []
    with av.open(path) as container:
        stream = container.streams.video[0]
        stream.codec_context.thread_count = threads
        total = stream.frames
        rate = stream.average_rate
        if sequential:
            wanted = set(indices(total, float(rate)))
            for index, frame in enumerate(container.decode(stream)):
                if index in wanted:
                    frames.append(frame.reformat(width=224, height=224, format="rgb24").to_ndarray())
            return frames
        for index in indices(total):
            target = int(round(index / rate / stream.time_base)) + (stream.start_time or 0)
            container.seek(target, stream=stream, backward=True)
            if skip:
                stream.codec_context.skip_frame = "NONREF"
            last = None
            for packet in container.demux(stream):
                if skip and packet.pts is not None and packet.pts >= target:
                    stream.codec_context.skip_frame = "DEFAULT"
                done = False
                for frame in packet.decode():
                    last = frame
                    if frame.pts is not None and frame.pts >= target:
                        done = True
                        break
                if done:
                    break
            frames.append(last.reformat(width=224, height=224, format="rgb24").to_ndarray())
    return frames


def with_decord():
    import decord

    video = decord.VideoReader(path, width=224, height=224, num_threads=threads)
    return list(video.get_batch(indices(len(video), video.get_avg_fps())).asnumpy())


def with_torchcodec(seek_mode):
    import torch
    from torchcodec.decoders import VideoDecoder
    from torchcodec.transforms import Resize

    torch.set_num_threads(threads)
    video = VideoDecoder(path, num_ffmpeg_threads=threads, seek_mode=seek_mode, transforms=[Resize((224, 224))])
    return list(video.get_frames_at(indices(len(video), video.metadata.average_fps)).data)


def with_ffmpeg():
    """The command line: one process for each frame, as it seeks only once, or one for all at a rate."""
    import imageio_ffmpeg

    def frames_of(options, filters):
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-threads", str(threads), *options, "-i", path]
        command += ["-vf", f"{filters}scale=224:224", "-threads", str(threads), "-f", "rawvideo", "-pix_fmt", "rgb24"]
        command += ["-"] if filters else ["-frames:v", "1", "-"]
        data = subprocess.run(command, check=True, capture_output=True).stdout
        size = 224 * 224 * 3
        return [data[at : at + size] for at in range(0, len(data), size)]

    if sequential:
        return frames_of([], "fps=2,")
    about = subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-i", path], capture_output=True, text=True).stderr
    hours, minutes, seconds = map(float, re.search(r"Duration: (\d+):(\d+):([\d.]+)", about).groups())
    rate = float(re.search(r"([\d.]+) fps", about)[1])
    total = round((3600 * hours + 60 * minutes + seconds) * rate)
    return [frame for index in indices(total) for frame in frames_of(["-ss", str((index - 0.5) / rate if index else 0)], "")]


def cpu_seconds():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


runs = {
    "opencv": (with_opencv, "cv2"),
    "pyav": (lambda: with_pyav(False), "av"),
    "pyav-skip": (lambda: with_pyav(True), "av"),
    "decord": (with_decord, "decord"),
    "torchcodec": (lambda: with_torchcodec("exact"), "torchcodec.decoders"),
    "torchcodec-approximate": (lambda: with_torchcodec("approximate"), "torchcodec.decoders"),
    "ffmpeg": (with_ffmpeg, "imageio_ffmpeg"),
}
run, module = runs[peer]
# Imports are paid before the clock starts: ours are too.
__import__(module)
wall, cpu = time.perf_counter(), cpu_seconds()
frames = run()
end = cpu_seconds()
print(json.dumps({"wall": time.perf_counter() - wall, "cpu": end - cpu, "processCpu": end, "frames": len(frames)}))
