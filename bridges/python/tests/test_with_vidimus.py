"""Every decorator, put to work by the real program."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from conftest import Project, png, write_video

red, green, blue = (220, 30, 30), (30, 160, 60), (40, 70, 220)


def command(name: str = "mine", **settings: Any) -> dict[str, Any]:
    return {"id": name, "kind": "command", "command": [sys.executable, f"{name}.py"], **settings}


def of(summary: Any, name: str = "mine") -> Any:
    return next(system for system in summary["tasks"][0]["systems"] if system["id"] == name)


def outcomes(summary: Any) -> dict[str, int]:
    return {kind: count for kind, count in of(summary)["outcomes"].items() if count}


def questions(project: Project, *texts: str, **more: Any) -> dict[str, Any]:
    rows = ({"id": f"q{at}", "question": text, "choices": ["no", "yes"], "answer": 1, **more} for at, text in enumerate(texts))
    project.rows("questions.jsonl", *rows)
    return {"id": "qa", "family": "multiple-choice", "data": {"path": "questions.jsonl"}}


PREDICT = """
import os, signal
from vidimus_bridge import Failure, predict, serve

@predict{options}
def answer(sample):
    question = sample["question"]
    print('{{"type": "answer", "id": 1, "prediction": 0}}')
    if "raise" in question: raise KeyError(question)
    if "crash" in question: os.kill(os.getpid(), signal.SIGKILL)
    return {{"choice": sample["choices"].index("yes"), "explanation": os.environ["VIDIMUS_WORKER"]}}

if __name__ == "__main__":
    serve(answer)
"""


def test_predict_with_prints_an_exception_and_a_crash(project: Project) -> None:
    task = questions(project, "a", "raise this", "b ü 漢", "crash", "c")
    project.file("mine.py", PREDICT.format(options=""))
    summary = project.run({"name": "p", "tasks": [task], "systems": [command()]}, status=3)
    assert outcomes(summary) == {"answered": 3, "failed": 2}
    # Of those that were answered: what is printed is no answer, however much it looks like one.
    assert of(summary)["metrics"]["accuracy"]["value"] == 1
    reasons = sorted(event["outcome"]["reason"] for event in project.log(summary) if event.get("outcome", {}).get("kind") == "failed")
    assert any("KeyError: 'raise this' (mine.py:9)" in reason for reason in reasons)
    assert any("SIGKILL" in reason for reason in reasons)


def test_batches_over_workers_with_one_bad_item(project: Project) -> None:
    names = [f"q{at}" for at in range(20)]
    names[7] = "raise here"
    task = questions(project, *names)
    project.file(
        "mine.py",
        """
        from vidimus_bridge import predict, serve
        @predict(batch_size=8)
        def answer(samples):
            if any("raise" in sample["question"] for sample in samples): raise ValueError("cannot")
            return [{"choice": 1, "explanation": str(len(samples))} for _ in samples]
        serve(answer)
        """,
    )
    summary = project.run({"name": "b", "tasks": [task], "systems": [command(workers=2)]}, status=3)
    assert outcomes(summary) == {"answered": 19, "failed": 1}
    sizes = [event["outcome"]["value"]["explanation"] for event in project.log(summary) if "value" in event.get("outcome", {})]
    assert "8" in sizes


def test_each_worker_has_its_device(project: Project) -> None:
    task = questions(project, *(f"q{at}" for at in range(8)))
    project.file(
        "mine.py",
        """
        import os, time
        from vidimus_bridge import predict, serve
        @predict
        def answer(sample):
            time.sleep(0.05)
            return {"choice": 1, "explanation": os.environ["CUDA_VISIBLE_DEVICES"]}
        serve(answer)
        """,
    )
    summary = project.run({"name": "d", "tasks": [task], "systems": [command(devices=[4, 6])]})
    log = project.log(summary)
    assert {event["outcome"]["value"]["explanation"] for event in log if "value" in event.get("outcome", {})} == {"4", "6"}


def test_chat_sees_frames(project: Project) -> None:
    for name, colour in (("red", red), ("blue", blue)):
        (project.folder / f"{name}.png").write_bytes(png(colour, 64, 64))
    project.rows(
        "questions.jsonl",
        {"id": "a", "image": "red.png", "question": "Which colour?", "choices": ["red", "blue"], "answer": 0},
        {"id": "b", "image": "blue.png", "question": "Which colour?", "choices": ["red", "blue"], "answer": 1},
    )
    project.file(
        "mine.py",
        """
        from vidimus_bridge import Reply, chat, serve
        @chat
        def look(messages):
            [image] = [part["image"] for message in messages for part in message["content"] if part["type"] == "image"]
            r, g, b = image.resize((1, 1)).getpixel((0, 0))
            return Reply("A" if r > b else "B", facts={"usage": {"input": 10, "output": 1}})
        serve(look)
        """,
    )
    task = {"id": "qa", "family": "multiple-choice", "data": {"path": "questions.jsonl"}}
    summary = project.run({"name": "c", "tasks": [task], "systems": [command()]})
    assert of(summary)["metrics"]["accuracy"]["value"] == 1
    assert outcomes(summary) == {"answered": 2}


def test_encoder_finds_moments(project: Project) -> None:
    write_video(project.folder / "v.mp4", [red, green, blue], seconds_each=8)
    rows = [
        {"id": name, "video": "v.mp4", "duration": 24, "question": name, "evidence": [{"start": at, "end": at + 8}]}
        for name, at in (("red", 0), ("green", 8), ("blue", 16))
    ]
    project.rows("queries.jsonl", *rows)
    project.file(
        "mine.py",
        """
        import numpy
        from vidimus_bridge import encoder, serve
        names = {"red": [1, 0, 0], "green": [0, 1, 0], "blue": [0, 0, 1]}
        @encoder(batch_size=4, frames="numpy")
        def embed(items):
            if isinstance(items[0], str): return numpy.array([names[item] for item in items])
            means = numpy.stack([numpy.stack(frames).mean((0, 1, 2)) for frames in items])
            return means - means.min(1, keepdims=True)
        serve(embed)
        """,
    )
    task = {"id": "find", "family": "retrieval", "data": {"path": "queries.jsonl"}}
    summary = project.run({"name": "e", "tasks": [task], "systems": [command()]})
    assert outcomes(summary) == {"answered": 3}
    assert of(summary)["metrics"]["hit@1"]["value"] == 1


def test_encoder_is_shown_pixels_in_its_own_size(project: Project) -> None:
    write_video(project.folder / "v.mp4", [red, blue], seconds_each=8)
    rows = [
        {"id": name, "video": "v.mp4", "duration": 16, "question": name, "evidence": [{"start": at, "end": at + 8}]}
        for name, at in (("red", 0), ("blue", 8))
    ]
    project.rows("queries.jsonl", *rows)
    project.file(
        "mine.py",
        """
        import numpy
        from vidimus_bridge import encoder, serve
        names = {"red": [1, 0, 0], "blue": [0, 0, 1]}
        @encoder(batch_size=4, frames="numpy", size=(32, 16), resize="stretch")
        def embed(items):
            if isinstance(items[0], str): return numpy.array([names[item] for item in items])
            assert {frame.shape for frames in items for frame in frames} == {(16, 32, 3)}
            return [numpy.mean(frames, axis=(0, 1, 2)) - 64 for frames in items]
        serve(embed)
        """,
    )
    task = {"id": "find", "family": "retrieval", "data": {"path": "queries.jsonl"}}
    summary = project.run({"name": "e", "tasks": [task], "systems": [command(workers=2)]})
    assert outcomes(summary) == {"answered": 2}
    assert of(summary)["metrics"]["hit@1"]["value"] == 1


def test_stream_and_similarity(project: Project) -> None:
    project.rows(
        "streams.jsonl",
        {
            "id": "tea",
            "fps": 1,
            "duration": 10,
            "goal": "Make tea",
            "turns": [
                {"role": "assistant", "seconds": 2, "text": "Fill the kettle"},
                {"role": "assistant", "seconds": 6, "text": "Switch it on"},
            ],
        },
    )
    project.file(
        "mine.py",
        """
        from vidimus_bridge import Say, serve, stream
        @stream(sees=False)
        def assist(step, state):
            state["steps"] = state.get("steps", 0) + 1
            if state["steps"] == 3: return "Put water into the kettle"
            if step.number == 6: return Say("Turn around", 0.4)
        serve(assist)
        """,
    )
    project.file(
        "meaning.py",
        """
        from vidimus_bridge import serve, similarity
        @similarity
        def compare(pairs):
            return [0.9 if "kettle" in said and "kettle" in wanted else 0.1 for said, wanted in pairs]
        serve(compare)
        """,
    )
    task = {
        "id": "assistant",
        "family": "dialogue",
        "data": {"path": "streams.jsonl", "media": "none"},
        "options": {"window": "-5s,5s"},
        "graders": {"similarity": "meaning"},
    }
    summary = project.run({"name": "s", "tasks": [task], "systems": [command()], "graders": [command("meaning")]})
    assert outcomes(summary) == {"answered": 1}
    # One of two was said right, in place of the words.
    assert of(summary)["metrics"]["F1"]["value"] == pytest.approx(0.5)
    assert "command@" in of(summary)["metrics"]["F1"]["signature"]


def test_a_script_that_cannot_start_is_named(project: Project) -> None:
    task = questions(project, "a")
    project.file("mine.py", "import no_such_package\n")
    (project.folder / "vidimus.yaml").write_text('{"name":"x","tasks":[%s],"systems":[%s]}' % (str(task).replace("'", '"'), str(command()).replace("'", '"')))
    done = project.vidimus("run")
    assert done.returncode == 2 and "no_such_package" in done.stderr
