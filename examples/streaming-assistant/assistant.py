#!/usr/bin/env python3
"""An assistant that watches streams and keeps its own state, with nothing but Python's standard library.

    python3 assistant.py              Vidimus starts it and talks to it in lines of JSON (a system of kind command)
    python3 assistant.py --port 8777  a server that Vidimus sends every step to (a system of kind service with stream: true)

docs/command-protocol.md and docs/systems.md describe the messages. Put your own model into `Watcher`; the rest can stay as it is.
"""
import argparse
import json
import sys
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Libraries print. Only messages may go to the real standard output.
messages = sys.stdout
sys.stdout = sys.stderr

VERSION = 1  # Raise it when the model changes: answers of another version are not taken for this one's.
SESSIONS = 4  # How many streams one process can watch at once.
PATIENCE_SECONDS = 12


class Watcher:
    """What is known of one stream so far. It is told of every step once, in their order, and never of anything later."""

    def __init__(self, about):
        """about holds id, fps, startSeconds and, where the stream has them, goal, knowledge and dataset."""
        self.todo = [line for line in about.get("knowledge", "").split("\n") if line][::-1]
        self.spoke_at = 0.0

    def step(self, now_seconds, frames, turns):
        """The words to say now with how sure it is of the moment; no words are silence.

        frames hold atSeconds, mediaType and data (base64), all of which have come since the last step; turns hold role, text and atSeconds.
        This one waits for questions, and goes on by itself when nothing was said for a while. A real one would look at the frames.
        """
        is_asked = any(turn["role"] == "user" and "?" in turn["text"] for turn in turns)
        is_due = now_seconds - self.spoke_at >= PATIENCE_SECONDS
        if not self.todo or not (is_asked or is_due):
            return "", 0.1
        self.spoke_at = now_seconds
        return self.todo.pop(), 0.9 if is_asked else 0.6


class Streams:
    """The streams that are being watched, by their session."""

    def __init__(self):
        self.open = {}

    def begin(self, session, about):
        self.open[session] = {"watcher": Watcher(about), "last": None, "reply": None}

    def step(self, session, message):
        """A step whose answer was lost on its way is sent again: it must not be taken for another one."""
        stream = self.open[session]
        if message["step"] != stream["last"]:
            say, confidence = stream["watcher"].step(message["nowSeconds"], message["frames"], message["turns"])
            stream["last"], stream["reply"] = message["step"], {"say": say, "confidence": confidence}
        return stream["reply"]

    def end(self, session):
        self.open.pop(session, None)


def send(message):
    messages.write(json.dumps(message) + "\n")
    messages.flush()


def speak_lines():
    streams = Streams()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            identity = {"model": "patient-reader", "version": VERSION}
            send({"type": "ready", "protocol": 1, "speaks": "stream", "identity": identity, "sessions": SESSIONS})
        elif message["type"] == "open":
            streams.begin(message["stream"], message["about"])
        elif message["type"] == "step":
            try:
                send({"type": "answer", "id": message["id"], **streams.step(message["stream"], message)})
            except Exception as error:
                traceback.print_exc()
                send({"type": "answer", "id": message["id"], "error": str(error), "cause": "deterministic"})
        elif message["type"] == "close":
            streams.end(message["stream"])
        elif message["type"] == "bye":
            break


def serve(port):
    streams = Streams()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # Many small replies, one after the other: none should wait for the next.

        def do_POST(self):
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            session = message["session"]
            if "about" in message and session not in streams.open:
                streams.begin(session, message["about"])
            if message.get("close"):
                streams.end(session)
                self.reply(200, {})
            elif session not in streams.open:
                # Vidimus shows the stream again from its start.
                self.reply(410, {"detail": "no such session"})
            else:
                self.reply(200, streams.step(session, message))

        def reply(self, status, value):
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"listening on http://127.0.0.1:{server.server_port}", file=sys.stderr, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="An assistant that watches streams.")
    parser.add_argument("--port", type=int)
    port = parser.parse_args().port
    speak_lines() if port is None else serve(port)
