"""Writes the logs of inspect_ai that the tests read: pip install inspect_ai, then python make-inspect-logs.py <folder>."""

import sys
from types import SimpleNamespace

import tiktoken

# Token counts do not matter here, and their tables would be fetched from the web.
words = SimpleNamespace(encode=lambda text, **_: text.split(), encode_ordinary=str.split)
tiktoken.get_encoding = tiktoken.encoding_for_model = lambda *_: words

from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice

folder = sys.argv[1]
dataset = MemoryDataset(
    [
        Sample(id="q1", input="Which is red?", choices=["a rose", "the sea", "grass"], target="A"),
        Sample(id="q2", input="Which is blue?", choices=["a rose", "the sea", "grass"], target="B"),
        Sample(id="q3", input="Which is green?", choices=["a rose", "the sea", "grass"], target="C"),
    ]
)


def outputs():
    said = ["ANSWER: A", "ANSWER: C", "I would rather not say."]
    return [ModelOutput.from_content("mockllm/model", text) for text in said]


for log_format in ("eval", "json"):
    model = get_model("mockllm/model", custom_outputs=outputs())
    task = Task(dataset=dataset, solver=multiple_choice(), scorer=choice(), name="colours")
    eval(task, model=model, log_dir=folder, log_format=log_format, display="none", max_samples=1)
