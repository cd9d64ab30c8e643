#!/usr/bin/env python3
"""A model behind Vidimus, with nothing but Python's standard library.

Vidimus starts this file, says hello, and sends samples as lines of JSON; every sample is answered by a line of JSON.
docs/command-protocol.md describes the messages. Put your own model into `load` and `predict`; the rest can stay as it is.
"""
import json
import sys
import traceback

# Libraries print. Only messages may go to the real standard output.
messages = sys.stdout
sys.stdout = sys.stderr

VERSION = 1  # Raise it when the model changes: answers of another version are not taken for this one's.
BATCH_SIZE = 4


def load():
    """Loads the model. Called before the first batch, so that Vidimus hears quickly that the bridge is there."""
    print("loading the model ...")
    return {"yes": 1.0, "no": 0.5}


def predict(model, sample):
    """Answers one sample with a prediction in the schema of the family: here multiple-choice, so the index of a choice.

    sample holds id, group, question, choices and media ([{"kind": "video", "path": ...}]), and never the answer.
    """
    scores = [model.get(choice.lower(), 0.0) for choice in sample["choices"]]
    if max(scores) == 0.0:
        raise ValueError("none of the choices is known to this model")
    return {"choice": scores.index(max(scores))}


def send(message):
    messages.write(json.dumps(message) + "\n")
    messages.flush()


def answer(model, asks):
    """A real model would run the whole batch at once; what fails for one sample must not fail for the others."""
    for ask in asks:
        try:
            send({"type": "answer", "id": ask["id"], "prediction": predict(model, ask["sample"])})
        except Exception as error:
            traceback.print_exc()
            send({"type": "answer", "id": ask["id"], "error": str(error), "cause": "deterministic"})


def main():
    model = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            identity = {"model": "yes-sayer", "version": VERSION}
            send({"type": "ready", "protocol": 1, "speaks": "prediction", "identity": identity, "batchSize": BATCH_SIZE})
        elif message["type"] == "ask":
            if model is None:
                model = load()
            answer(model, message["asks"])
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
