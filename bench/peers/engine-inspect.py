"""The same questions put to the same server by inspect_ai: python engine-inspect.py questions.json connections (needs inspect_ai and openai)."""

import json
import sys
import tempfile

from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import match
from inspect_ai.solver import generate

rows = json.load(open(sys.argv[1]))
connections = int(sys.argv[2])


def sample(row):
    letters = "\n".join(f"{letter}. {choice}" for letter, choice in zip("ABCD", row["choices"]))
    text = f"{row['question']}\n{letters}\nReply with the letter."
    content = [ContentImage(image=path) for path in row["images"]] + [ContentText(text=text)]
    return Sample(input=[ChatMessageUser(content=content)], target="A")


task = Task(dataset=MemoryDataset([sample(row) for row in rows]), solver=generate(), scorer=match())
with tempfile.TemporaryDirectory() as folder:
    logs = eval(
        task,
        model="openai-api/bench/bench",
        log_dir=folder,
        display="none",
        max_connections=connections,
        max_samples=connections,
        log_images=False,
        temperature=0,
        max_tokens=16,
    )
assert logs[0].status == "success", logs[0].error
