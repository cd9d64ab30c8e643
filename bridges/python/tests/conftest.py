"""What the tests share: scripts that speak the protocol, and the program itself."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import textwrap
import zlib
from pathlib import Path
from typing import Any, Callable, Iterator, Optional

import pytest

root = Path(__file__).parents[3]
source = Path(__file__).parents[1] / "src"


def environment(**more: str) -> dict[str, str]:
    """The package is found without being installed."""
    return {**os.environ, "PYTHONPATH": str(source), "NO_COLOR": "1", **more}


def write_script(folder: Path, text: str, name: str = "script.py") -> Path:
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


class Spoken:
    """A script that was started and is talked to as Vidimus does."""

    def __init__(self, script: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=script.parent,
            env=environment(),
        )

    def tell(self, **message: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> Any:
        """The next message; empty lines are none, and anything else breaks the test."""
        assert self.process.stdout
        for line in self.process.stdout:
            if line.strip():
                return json.loads(line)
        raise AssertionError(f"it ended: {self.end()}")

    def hello(self) -> Any:
        self.tell(type="hello", protocol=1, system="s", task="t", family="f", seed=1, worker=0)
        return self.hear()

    def ask(self, *bodies: Any) -> list[Any]:
        """The answers to asks of one message, in the order of the asks; ids count from 1 in each."""
        self.tell(type="ask", asks=[{"id": number, **body} for number, body in enumerate(bodies, 1)])
        heard = {answer["id"]: answer for answer in (self.hear() for _ in bodies)}
        return [heard[number] for number in range(1, len(bodies) + 1)]

    def end(self) -> tuple[Optional[int], str]:
        """Closes its input and says how it ended, and what it wrote to standard error."""
        _, errors = self.process.communicate(timeout=20)
        return self.process.returncode, errors.decode("utf-8", "replace")


@pytest.fixture
def speak(tmp_path: Path) -> Iterator[Callable[[str], Spoken]]:
    begun: list[Spoken] = []

    def start(text: str) -> Spoken:
        begun.append(Spoken(write_script(tmp_path, text)))
        return begun[-1]

    yield start
    for one in begun:
        one.process.kill()
        one.process.communicate()


def png(colour: tuple[int, int, int], width: int = 8, height: int = 6) -> bytes:
    """A picture of one colour."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + bytes(colour) * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def write_video(path: Path, colours: list[tuple[int, int, int]], seconds_each: int = 4) -> None:
    """A video that shows one colour after the other, two frames a second."""
    import av
    import numpy

    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=2)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for colour in colours:
            for _ in range(2 * seconds_each):
                picture = numpy.full((48, 64, 3), colour, dtype="uint8")
                for packet in stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")):
                    container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)


class Project:
    """A folder with a configuration, run by the real program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, name: str, text: str) -> Path:
        return write_script(self.folder, text, name)

    def rows(self, name: str, *rows: Any) -> None:
        (self.folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    def vidimus(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        program = os.environ.get("VIDIMUS_PROGRAM", str(root / "src/cli/bin.js"))
        node = os.environ.get("VIDIMUS_NODE", str(root / "node_modules/.bin/node"))
        return subprocess.run(
            [node, program, *arguments],
            cwd=self.folder,
            env=environment(VIDIMUS_CACHE=str(self.folder / ".cache"), PYTHON=sys.executable),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=300,
        )

    def run(self, config: Any, status: int = 0) -> Any:
        """The summary of a run. Its status is 3 where samples failed, which a later start would ask again."""
        (self.folder / "vidimus.yaml").write_text(json.dumps(config), encoding="utf-8")
        done = self.vidimus("run", "--json")
        assert done.returncode == status, done.stderr
        return json.loads(done.stdout)

    def log(self, summary: Any) -> list[Any]:
        return [json.loads(line) for line in (Path(summary["directory"]) / "run.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)
