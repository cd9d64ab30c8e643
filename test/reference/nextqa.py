"""Reference values for questions in NExT-QA's shape: questions and predictions of our own, and what NExT-QA's eval_mc.py prints for them.

The program (github.com/doc-doc/NExT-QA, eval_mc.py and its utils.py as of bc2af35, retyped) is not part of this repository. Retyped, it prints the
published 46.26, 50.74, 59.33 and 49.74 for HGA on NExT-QA's own validation set. Made with Python 3.11 and pandas 3.1.1 by
    python3 test/reference/nextqa.py <NExT-QA> && npx biome format --write test/reference/nextqa.json
"""

import contextlib
import csv
import io
import json
import sys
import tempfile
from pathlib import Path

sys.path.append(sys.argv[1])
import eval_mc
from seeded import generator

DOERS = ["the man in black", "a child", "the woman", "two people near the door", "the dog"]
DEEDS = ["pick up the cup", "wave both hands", "look at the camera", "run after the ball", "sit down on the sofa", "turn the handle"]
DEEDS += ["clap", "point to the screen", "not moving at all", "put the cup back", "cup falls off", "walk away"]
PLACES = ["kitchen", "street", "by the sea", "living room", "stage", "garden with trees", "no one knows", "on a boat", "true north"]
COUNTS = ["one", "two", "three", "four", "five", "six", "more than ten"]
TYPES = {
    "CW": ("why did {} turn around", DEEDS),
    "CH": ("how does {} open the box", DEEDS),
    "TN": ("what did {} do after standing up", DEEDS),
    "TP": ("what did {} do before sitting down", DEEDS),
    "TC": ("what was {} doing as the light went off", DEEDS),
    "DC": ("how many things does {} hold", COUNTS),
    "DL": ("where is {}", PLACES),
    "DO": ("what is {} doing", DEEDS),
}

below = generator(20261116)
rows, predictions = [], {}
for number in range(240):
    kind = list(TYPES)[below(8)]
    question, words = TYPES[kind]
    left = list(words)
    choices = [left.pop(below(len(left))) for _ in range(5)]
    video, qid, answer = 1000 + number // 6, number % 6, below(5)
    head = {"video": video, "frame_count": 300 + below(900), "width": 640, "height": 480, "question": question.format(DOERS[below(5)])}
    rows.append({**head, "answer": answer, "qid": qid, "type": kind, **{f"a{at}": text for at, text in enumerate(choices)}})
    predictions[f"{video}_{qid}"] = {"prediction": answer if below(2) else below(5), "answer": answer}

table = io.StringIO()
writer = csv.DictWriter(table, rows[0].keys(), lineterminator="\n")
writer.writeheader()
writer.writerows(rows)

with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
    (Path(folder) / "own.csv").write_text(table.getvalue())
    (Path(folder) / "own.json").write_text(json.dumps(predictions))
    eval_mc.accuracy_metric(f"{folder}/own.csv", f"{folder}/own.json")
names, figures, overall = printed.getvalue().strip().split("\n")

Path(__file__).with_suffix(".json").write_text(
    json.dumps(
        {
            "madeWith": "eval_mc.py of NExT-QA as of bc2af35: test/reference/nextqa.py",
            "questions": table.getvalue(),
            "predictions": predictions,
            "printed": {**dict(zip(names.split(), figures.split())), "Acc": overall.split()[1]},
        }
    )
    + "\n"
)
