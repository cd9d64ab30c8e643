"""The package speaks the protocol, without Vidimus on the other side."""

from __future__ import annotations

import array
import base64
import signal
import struct
import subprocess
import sys
from typing import Any, Callable

import pytest
from conftest import Spoken, environment, png, write_script

from vidimus_bridge import Failure, chat, encoder, predict, serve

Speak = Callable[[str], Spoken]


def frame(data: bytes, at: float = 0) -> dict[str, Any]:
    return {
        "atSeconds": at,
        "mediaType": "image/png",
        "width": 8,
        "height": 6,
        "digest": "d",
        "data": base64.b64encode(data).decode(),
    }


def floats(answer: Any) -> list[float]:
    data = base64.b64decode(answer["embedding"])
    return [round(number, 6) for number in struct.unpack(f"<{len(data) // 4}f", data)]


ECHO = """
from vidimus_bridge import predict, serve
@predict
def echo(sample):
    {body}
    return sample
serve(echo)
"""


@pytest.mark.parametrize(
    ("decorator", "ready"),
    [
        ("predict", {"speaks": "prediction", "batchSize": 1}),
        ("predict(batch_size=4, identity={'v': 2})", {"speaks": "prediction", "batchSize": 4, "identity": {"v": 2}}),
        ("chat", {"speaks": "chat", "sees": True, "takesVideos": False, "scoresChoices": False}),
        ("chat(sees=False, takes_videos=True, scores_choices=True)", {"sees": False, "takesVideos": True, "scoresChoices": True}),
        ("encoder(batch_size=8, frames='bytes')", {"speaks": "encoder", "batchSize": 8}),
        ("encoder(identity='vit-b-32')", {"identity": "vit-b-32", "cacheable": True}),
        (
            "encoder(size=224, count=8)",
            {"pixels": {"width": 224, "height": 224, "resize": "crop", "filter": "bicubic"}, "frames": 8},
        ),
        ("stream(sessions=3)", {"speaks": "stream", "sessions": 3}),
        ("similarity", {"speaks": "similarity", "batchSize": 1}),
    ],
)
def test_says_what_it_is(speak: Speak, decorator: str, ready: dict[str, Any]) -> None:
    script = f"import vidimus_bridge as v\n@v.{decorator}\ndef f(*a): return a\nv.serve(f)\n"
    said = speak(script).hello()
    assert said["type"] == "ready" and said["protocol"] == 1
    assert {name: said[name] for name in ready} == ready


def test_an_edited_script_is_another_system(speak: Speak) -> None:
    first = speak(ECHO.format(body="pass")).hello()["identity"]
    assert first == speak(ECHO.format(body="pass")).hello()["identity"]
    assert first["function"] == "echo"
    assert "cacheable" not in speak(ECHO.replace("predict", "encoder").format(body="pass")).hello()
    assert first != speak(ECHO.format(body="sample['x'] = 1")).hello()["identity"]


def test_nothing_that_is_printed_or_read_disturbs_it(speak: Speak) -> None:
    script = speak(
        """
        import ctypes, os, subprocess, sys
        from vidimus_bridge import predict, serve
        print("loading without an end of line", end="", flush=True)
        @predict
        def noisy(sample):
            print("of Python \\u00fc \\ud800")
            os.write(1, b"of the system\\n")
            ctypes.CDLL(None).puts(b"of a C library")
            ctypes.CDLL(None).fflush(None)
            subprocess.run(["sh", "-c", "echo of a child; cat"])
            print(sys.stdin.read() or "nothing to read")
            return sample
        serve(noisy)
        """
    )
    assert script.process.stdout and script.process.stdin
    script.process.stdin.write(b'{"type": "hello", "protocol": 1}\n')
    script.process.stdin.flush()
    assert script.process.stdout.readline() == b"loading without an end of line\n"
    assert script.hear()["type"] == "ready"
    for sample in ({"id": "a"}, {"id": "b"}):
        assert script.ask({"sample": sample})[0]["prediction"] == sample
    status, errors = script.end()
    assert status == 0
    for printed in ("of Python ü", "of the system", "of a C library", "of a child", "nothing to read"):
        assert errors.count(printed) == 2


def test_what_is_raised_becomes_the_answer_with_a_short_traceback(speak: Speak) -> None:
    script = speak(
        """
        from vidimus_bridge import Failure, Refusal, predict, serve
        @predict
        def fragile(sample):
            if sample["id"] == "refuse": raise Refusal("not allowed")
            if sample["id"] == "busy": raise Failure("out of memory", cause="transient")
            if sample["id"] == "deep": return deep(100)
            return {"choice": 1 / sample["by"]}
        def deep(n): return odd(n - 1) if n else [][0]
        def odd(n): return deep(n)
        serve(fragile)
        """
    )
    script.hello()
    assert script.ask({"sample": {"id": "a", "by": 0}})[0] == {
        "type": "answer",
        "id": 1,
        "error": "ZeroDivisionError: division by zero (script.py:8)",
        "cause": "deterministic",
    }
    assert script.ask({"sample": {"id": "refuse"}})[0] == {"type": "answer", "id": 1, "refused": "not allowed"}
    busy = script.ask({"sample": {"id": "busy"}})[0]
    assert (busy["error"], busy["cause"]) == ("out of memory", "transient")
    assert script.ask({"sample": {"id": "deep"}})[0]["error"].startswith("IndexError: list index out of range")
    assert script.ask({"sample": {"id": "b", "by": 2}})[0]["prediction"] == {"choice": 0.5}
    status, errors = script.end()
    assert status == 0
    assert "in fragile" in errors and "worker.py" not in errors
    assert errors.count("in deep") < 10


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ("float('nan')", "ValueError: prediction.x is nan, which is no number of JSON"),
        ("[1, (2, float('inf'))]", "ValueError: prediction.x[1][1] is inf, which is no number of JSON"),
        ("object()", "TypeError: object cannot be written as JSON"),
        ("None", "TypeError: the function returned None instead of a prediction"),
    ],
)
def test_what_cannot_be_sent_is_an_error(speak: Speak, value: str, error: str) -> None:
    script = speak(ECHO.format(body=f"return {{'x': {value}}} if {value} is not None else None"))
    script.hello()
    assert script.ask({"sample": {}})[0]["error"].startswith(error)


def test_numbers_of_numpy_and_dataclasses_are_sent_as_json(speak: Speak) -> None:
    script = speak(
        """
        import dataclasses, numpy, pathlib
        from vidimus_bridge import predict, serve
        @dataclasses.dataclass
        class Found: start: float
        @predict
        def f(sample):
            return {"a": numpy.float32(0.5), "b": numpy.arange(2), "c": Found(1.5), "d": pathlib.Path("x")}
        serve(f)
        """
    )
    script.hello()
    assert script.ask({"sample": {}})[0]["prediction"] == {"a": 0.5, "b": [0, 1], "c": {"start": 1.5}, "d": "x"}


def test_unicode_and_long_messages_come_through(speak: Speak) -> None:
    script = speak(ECHO.format(body="pass"))
    script.hello()
    sample = {"text": "größer 漢字 🎬 \ud83d \u2028\u0000", "long": "é" * 3_000_000}
    assert script.ask({"sample": sample})[0]["prediction"] == sample


def test_batches(speak: Speak) -> None:
    script = speak(
        """
        from vidimus_bridge import Refusal, predict, serve
        @predict(batch_size=8)
        def f(samples):
            names = [sample["id"] for sample in samples]
            if "bad" in names: raise KeyError("bad")
            if "short" in names: return []
            return [Refusal("no") if name == "no" else {"names": names} for name in names]
        serve(f)
        """
    )
    script.hello()

    def outcomes(*names: str) -> list[Any]:
        answers = script.ask(*({"sample": {"id": name}} for name in names))
        return [one.get("prediction", one.get("refused", one.get("error"))) for one in answers]

    assert outcomes("a", "b") == [{"names": ["a", "b"]}] * 2
    assert outcomes("a", "no") == [{"names": ["a", "no"]}, "no"]
    assert outcomes("a", "bad", "c") == [{"names": ["a"]}, "KeyError: 'bad' (script.py:6)", {"names": ["c"]}]
    assert outcomes("short") == ["ValueError: the function returned 0 results for 1 asks"]
    assert "a batch of 3 failed" in script.end()[1]


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("pil", "Image (8, 6) (255, 0, 0)"),
        ("numpy", "ndarray (6, 8, 3) [255   0   0]"),
        ("bytes", "bytes 8"),
        ("frame", "Frame 1.5 (8, 6) (6, 8, 3)"),
    ],
)
def test_frames_come_as_the_function_wants_them(speak: Speak, kind: str, shown: str) -> None:
    script = speak(
        f"""
        from vidimus_bridge import chat, serve
        @chat(frames="{kind}")
        def f(messages):
            [[text, picture]] = [message["content"] for message in messages]
            assert text == {{"type": "text", "text": "see"}} and picture["at_seconds"] == 1.5
            image = picture["image"]
            name = type(image).__name__
            if name == "Image": return f"{{name}} {{image.size}} {{image.getpixel((0, 0))}}"
            if name == "ndarray": return f"{{name}} {{image.shape}} {{image[0, 0]}}"
            if name == "bytes": return f"{{name}} {{image.index(b'IHDR') - 4}}"
            return f"{{name}} {{image.at_seconds}} {{image.image().size}} {{image.array().shape}}"
        serve(f)
        """
    )
    script.hello()
    red = frame(png((255, 0, 0)), 1.5)
    ask = {"messages": [{"role": "user", "parts": [{"text": "see"}, {"frames": [red]}]}]}
    assert script.ask(ask)[0]["reply"] == {"text": shown, "finish": "stop"}


def test_frames_come_as_bytes_behind_their_message(speak: Speak) -> None:
    script = speak(
        """
        from vidimus_bridge import encoder, serve
        @encoder(frames="bytes", batch_size=2)
        def f(items): return [[float(byte) for data in item for byte in data] for item in items]
        serve(f)
        """
    )
    assert script.hello()["attachments"] is True
    attached = b"\n{\x00\xff"
    places = [{**frame(b""), "data": {"at": at, "bytes": size}} for at, size in ((0, 1), (1, 3))]
    asks = [{"id": 1, "frames": places}, {"id": 2, "frames": places[1:]}]
    assert script.process.stdin
    script.tell(type="ask", asks=asks, attached=len(attached))
    script.process.stdin.write(attached)
    script.process.stdin.flush()
    assert [floats(script.hear()) for _ in asks] == [[10, 123, 0, 255], [123, 0, 255]]
    assert floats(script.ask({"frames": [frame(b"a")]})[0]) == [97]


def test_pixels_are_read_as_they_are(speak: Speak) -> None:
    script = speak(
        """
        from vidimus_bridge import encoder, serve
        @encoder(frames="frame", size=(2, 1))
        def f(item): return [*item[0].array()[0, 1], *item[0].image().getpixel((0, 0))]
        serve(f)
        """
    )
    script.hello()
    raw = {**frame(bytes([1, 2, 3, 4, 5, 6])), "mediaType": "image/x-rgb", "width": 2, "height": 1}
    assert floats(script.ask({"frames": [raw]})[0]) == [4, 5, 6, 1, 2, 3]


def test_a_frame_that_cannot_be_decoded_is_an_error_of_media(speak: Speak) -> None:
    script = speak(
        """
        from vidimus_bridge import encoder, serve
        @encoder(batch_size=2)
        def f(items): return [[len(item)] for item in items]
        serve(f)
        """
    )
    script.hello()
    broken, fine = script.ask({"frames": [frame(b"no picture")]}, {"frames": [frame(png((0, 0, 0)))]})
    assert broken["cause"] == "media" and "0 s cannot be decoded" in broken["error"]
    assert floats(fine) == [1]


def test_packages_that_frames_need_are_named_at_once(speak: Speak) -> None:
    script = speak(
        """
        import sys
        sys.modules["PIL"] = None
        import importlib.util
        importlib.util.find_spec = lambda name: None
        from vidimus_bridge import chat, serve
        @chat(frames="numpy")
        def f(messages): return ""
        serve(f)
        """
    )
    status, errors = script.end()
    assert status == 1 and "pip install pillow numpy" in errors


def test_chat_replies_and_choices(speak: Speak) -> None:
    script = speak(
        """
        import numpy
        from vidimus_bridge import Reply, chat, serve
        @chat(scores_choices=True)
        def f(messages, choices):
            if choices: return numpy.log([0.5, 0.0]) if len(choices) == 2 else [-1, None, float("nan")]
            return Reply("B", finish="length", reasoning="since", facts={"usage": {"output": 1}})
        serve(f)
        """
    )
    script.hello()
    answer = script.ask({"messages": []})[0]
    assert answer["reply"] == {"text": "B", "finish": "length", "reasoning": "since"}
    assert answer["facts"] == {"usage": {"output": 1}}
    scored = script.ask({"messages": [], "choices": ["a", "b"]})[0]["reply"]["logLikelihoods"]
    assert scored == [pytest.approx(-0.6931, abs=1e-4), None]
    unlikely = script.ask({"messages": [], "choices": ["a", "b", "c"]})[0]
    assert unlikely["error"].startswith("ValueError: reply.logLikelihoods[2] is nan")


def test_whole_videos_come_by_their_path(speak: Speak) -> None:
    script = speak(
        """
        from vidimus_bridge import chat, serve
        @chat(takes_videos=True)
        def f(messages): return str(messages[0]["content"])
        serve(f)
        """
    )
    script.hello()
    video = {"atSeconds": 0, "mediaType": "video/mp4", "width": 0, "height": 0, "digest": "d", "path": "/v.mp4"}
    answer = script.ask({"messages": [{"role": "user", "parts": [{"frames": [video]}]}]})[0]
    assert answer["reply"]["text"] == "[{'type': 'video', 'path': '/v.mp4'}]"


def test_embeddings_of_texts_and_frames_never_share_a_call(speak: Speak) -> None:
    script = speak(
        """
        import array, numpy
        from vidimus_bridge import encoder, serve
        class Tensor:
            def detach(self): return self
            def cpu(self): return self
            def float(self): return numpy.array([7, 8], dtype="f4")
        @encoder(batch_size=8)
        def f(items):
            kinds = {type(item).__name__ for item in items}
            assert len(kinds) == 1
            if kinds == {"list"}: return numpy.ones((len(items), 2)) * len(items[0])
            values = {"list": [0.1, 2], "tensor": Tensor(), "matrix": numpy.ones((1, 2)), "text": "x"}
            return [values[item] for item in items]
        serve(f)
        """
    )
    script.hello()
    one = frame(png((1, 2, 3)))
    answers = script.ask(
        {"text": "list"}, {"frames": [one, one]}, {"text": "tensor"}, {"frames": [one]}, {"text": "matrix"}, {"text": "text"}
    )
    assert [floats(answers[at]) for at in range(4)] == [[0.1, 2], [2, 2], [7, 8], [2, 2]]
    assert answers[4]["error"] == "ValueError: the function returned an array of shape (1, 2) instead of a vector"
    assert answers[5]["error"] == "TypeError: the function returned str instead of a vector"


def test_embeddings_need_no_numpy() -> None:
    from vidimus_bridge.answers import encoder_members

    assert floats(encoder_members(iter([1.5, -2]))) == [1.5, -2]
    assert array.array("f", base64.b64decode(encoder_members([3])["embedding"])).tolist() == [3]


def test_streams_keep_their_own_state(speak: Speak) -> None:
    script = speak(
        """
        from vidimus_bridge import Say, serve, stream
        @stream(sessions=2, frames="bytes")
        def f(step, state):
            state["steps"] = state.get("steps", 0) + 1
            if step.number == 9: raise RuntimeError("lost the thread")
            if not step.frames: return None
            return Say(f"{step.about['goal']} {state['steps']} {step.frame_seconds} {step.turns}", 0.5)
        serve(f)
        """
    )
    script.hello()
    for name in ("one", "two"):
        script.tell(type="open", stream=name, about={"goal": name})

    def step(stream: str, number: int, *frames: Any) -> Any:
        script.tell(type="step", id=7, stream=stream, step=number, nowSeconds=1, frames=list(frames), turns=[])
        return script.hear()

    assert step("one", 0)["say"] == ""
    assert step("two", 0, frame(b"", 2.5)) == {"type": "answer", "id": 7, "say": "two 1 [2.5] []", "confidence": 0.5}
    assert step("one", 1, frame(b"", 3))["say"] == "one 2 [3] []"
    assert "lost the thread" in step("one", 9)["error"]
    script.tell(type="close", stream="one")
    assert step("one", 2)["cause"] == "session"
    assert step("two", 1, frame(b"", 4))["say"] == "two 2 [4] []"


def test_similarity_compares_all_pairs_of_a_batch_in_one_call(speak: Speak) -> None:
    script = speak(
        """
        from vidimus_bridge import serve, similarity
        @similarity(batch_size=4)
        def f(pairs):
            if any("bad" in pair for pair in pairs): raise ValueError("bad")
            return [1 / len(pairs) if a != b else 1 for a, b in pairs]
        serve(f)
        """
    )
    script.hello()
    two, one, none = script.ask({"pairs": [["a", "a"], ["a", "b"]]}, {"pairs": [["c", "d"], ["e", "f"]]}, {"pairs": []})
    assert (two["cosines"], one["cosines"], none["cosines"]) == ([1, 0.25], [0.25, 0.25], [])
    bad, fine = script.ask({"pairs": [["bad", "b"]]}, {"pairs": [["a", "b"]]})
    assert "ValueError: bad" in bad["error"] and fine["cosines"] == [1]


def test_ends_at_bye_and_at_the_end_of_its_input(speak: Speak) -> None:
    text = ECHO.format(body="pass") + "\nimport sys; print('closed', file=sys.stderr)\n"
    for message in ({"type": "bye"}, None):
        script = speak(text)
        script.hello()
        if message:
            script.tell(**message)
        assert script.end() == (0, "closed\n")


def test_ends_in_order_when_it_is_terminated(speak: Speak) -> None:
    script = speak("import atexit, sys\natexit.register(lambda: print('tidied', file=sys.stderr))\n" + ECHO.format(body="pass"))
    script.hello()
    script.process.send_signal(signal.SIGTERM)
    script.process.wait(20)
    assert script.end() == (128 + signal.SIGTERM, "tidied\n")


def test_ends_when_nobody_listens(speak: Speak) -> None:
    script = speak(ECHO.format(body="pass"))
    script.hello()
    assert script.process.stdout
    script.process.stdout.close()
    script.tell(type="ask", asks=[{"id": 1, "sample": {}}])
    assert script.process.wait(20) == 1


def test_a_lost_device_ends_the_process_unanswered(speak: Speak) -> None:
    script = speak(ECHO.format(body="raise RuntimeError('CUDA error: device-side assert triggered')"))
    script.hello()
    script.tell(type="ask", asks=[{"id": 1, "sample": {}}])
    assert script.process.stdout and script.process.stdout.read() == b""
    status, errors = script.end()
    assert status == 1 and errors.count("RuntimeError: CUDA error") == 2
    assert errors.splitlines()[-1].startswith("the device is lost: RuntimeError: CUDA error: device-side assert triggered")


def test_without_pillow_frames_are_bytes_and_it_says_so(speak: Speak) -> None:
    script = speak(
        """
        import sys
        sys.modules["PIL"] = None  # As if it were not installed.
        from vidimus_bridge import chat, serve
        @chat
        def look(messages):
            return messages[0]["content"][0]["image"].resize((1, 1))
        serve(look)
        """
    )
    script.hello()
    seen = {"messages": [{"role": "user", "parts": [{"frames": [frame(png((1, 2, 3)))]}]}]}
    error = script.ask(seen)[0]["error"]
    assert error.startswith("AttributeError: 'bytes' object has no attribute 'resize' (script.py:7); Pillow is not installed")
    assert script.end()[1].startswith("Pillow is not installed, so that frames come as bytes: pip install pillow")


@pytest.mark.parametrize(
    ("decorator", "body", "said"),
    [
        ("chat", "3", "TypeError: the function returned int instead of a text or a Reply"),
        ("chat", "b'x'", "TypeError: the function returned bytes instead of a text or a Reply"),
        ("encoder", "1.0", "TypeError: the function returned float instead of a vector"),
        ("encoder", "None", "TypeError: the function returned NoneType instead of a vector"),
        ("encoder(batch_size=2)", "1.0", "TypeError: the function returned float instead of a list of 1 results"),
        ("predict(batch_size=2)", "{'choice': 1}", "TypeError: the function returned dict instead of a list of 1 results"),
        ("similarity", "0.5", "TypeError: the function returned float instead of a list of 1 results"),
    ],
)
def test_what_is_no_answer_is_named(speak: Speak, decorator: str, body: str, said: str) -> None:
    script = speak(f"import vidimus_bridge as v\n@v.{decorator}\ndef f(*a): return {body}\nv.serve(f)\n")
    script.hello()
    asked = {"messages": [], "text": "a", "sample": {}, "pairs": [["a", "b"]]}
    assert script.ask(asked)[0]["error"] == said


def test_lines_and_messages_that_are_not_known_are_ignored(speak: Speak) -> None:
    script = speak(ECHO.format(body="pass"))
    assert script.process.stdin
    script.process.stdin.write(b"no json\n[1]\n")
    script.tell(type="news")
    script.hello()
    script.tell(type="cancel", ids=[1])
    assert script.ask({"sample": 1})[0]["prediction"] == 1


def test_started_by_hand_it_says_who_starts_it(tmp_path: Any) -> None:
    import pty

    script = write_script(tmp_path, ECHO.format(body="pass"))
    ours, theirs = pty.openpty()
    done = subprocess.run([sys.executable, str(script)], stdin=theirs, stderr=subprocess.PIPE, env=environment(), timeout=20)
    assert done.returncode == 1 and b"kind: command" in done.stderr and ours


def test_decorated_functions_stay_functions() -> None:
    @chat
    def answer(messages: list[Any]) -> str:
        return f"{len(messages)} messages"

    assert answer([]) == "0 messages" and answer.__name__ == "answer"
    with pytest.raises(TypeError, match="decorated with @chat"):
        serve(print)


def test_mistaken_options_are_refused() -> None:
    with pytest.raises(ValueError, match="batch_size must be a whole number of at least 1, got 0"):
        predict(batch_size=0)
    with pytest.raises(ValueError, match="frames must be one of pil, numpy, bytes, frame, got 'jpeg'"):
        encoder(frames="jpeg")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="size must be a whole number of at least 1 or a pair of them, got 0"):
        encoder(size=0)
    with pytest.raises(TypeError, match="options are named"):
        predict(8)  # type: ignore[type-var]
    assert Failure("x").cause == "deterministic"
    with pytest.raises(ValueError, match="must be one of transient, .*, got 'nope'"):
        Failure("x", "nope")  # type: ignore[arg-type]
