"""Takes evenly spaced frames of a video to 224x224 RGB with one peer and prints CPU and wall seconds as JSON.

python media.py <opencv|pyav|pyav-skip|decord> <file> <frames, or "2fps"> <threads>
Needs opencv-python-headless, av, decord and numpy in an environment of its own; `npm run bench media` says how to name it.
"""
import json
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


run = {"opencv": with_opencv, "pyav": lambda: with_pyav(False), "pyav-skip": lambda: with_pyav(True), "decord": with_decord}[peer]
# Imports are paid before the clock starts: ours are too.
__import__({"opencv": "cv2", "pyav": "av", "pyav-skip": "av", "decord": "decord"}[peer])
wall, cpu = time.perf_counter(), time.process_time()
frames = run()
print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "frames": len(frames)}))
