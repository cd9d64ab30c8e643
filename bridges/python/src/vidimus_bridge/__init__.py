"""Lets Vidimus evaluate a Python function.

Decorate a function with what it is, and serve it::

    from vidimus_bridge import chat, serve

    @chat
    def answer(messages):
        return my_model(messages)

    if __name__ == "__main__":
        serve(answer)

Then name the script in a configuration: ``{ id: mine, kind: command, command: [python3, script.py] }``.
"""

from .decorators import chat, encoder, predict, similarity, stream
from .frames import Frame
from .messages import ImageContent, Message, Step, TextContent, VideoContent
from .replies import Failure, Refusal, Reply, Say
from .serve import serve

__all__ = [
    "Failure",
    "Frame",
    "ImageContent",
    "Message",
    "Refusal",
    "Reply",
    "Say",
    "Step",
    "TextContent",
    "VideoContent",
    "chat",
    "encoder",
    "predict",
    "serve",
    "similarity",
    "stream",
]
