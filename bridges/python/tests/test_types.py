"""Type checkers see through the decorators."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import source, write_script

USE = """
from typing import Any, List
from vidimus_bridge import Message, Step, chat, encoder, predict, similarity, stream

@chat
def answer(messages: List[Message]) -> str:
    return messages[0]["role"]

@encoder(batch_size=4, size=(224, 224), frames="numpy")
def embed(items: List[Any]) -> List[Any]:
    return items

@stream(sessions=2)
def assist(step: Step, state: dict[str, Any]) -> None:
    state["now"] = step.now_seconds

@similarity
def compare(pairs: List[tuple[str, str]]) -> List[float]:
    return [1.0 for _ in pairs]

embed([1])
answer(3)
predict(batch="8")
encoder(frames="jpeg")
"""


def test_decorated_functions_keep_their_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    script = write_script(tmp_path, USE, "use.py")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", script.name],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(source)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    errors = [line.split(": error: ") for line in done.stdout.splitlines() if ": error: " in line]
    assert [(place, message.split("[")[-1]) for place, message in errors] == [
        ("use.py:22", "arg-type]"),
        ("use.py:23", "call-overload]"),
        ("use.py:24", "call-overload]"),
    ]
