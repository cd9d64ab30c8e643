"""Reference values for the metrics of boundaries: frames of our own, and what boundary_f1 of the Xperience-10M task suite answers.

The suite (github.com/ChaoYue0307/ropedia-xperience-10m-task-suite; the function retyped) is not part of this repository. Made with Python 3.11 and
NumPy 2.4.6 by
    python3 test/reference/boundaries.py <folder with episode_task_suite.py> && npx biome format --write test/reference/boundaries.json
"""

import json
import sys
from pathlib import Path

sys.path.append(sys.argv[1])
from episode_task_suite import boundary_f1
from seeded import generator

below = generator(20261116)
cases = []
for number in range(80):
    span = 60 if number % 2 else 600
    frames = lambda most: sorted({below(span) for _ in range(1 + below(most))})
    true, predicted, tolerance = frames(9), frames(12), [0, 3, 10, 25][below(4)]
    cases.append({"true": true, "predicted": predicted, "tolerance": tolerance, "answer": boundary_f1(true, predicted, tolerance)})
Path(__file__).with_suffix(".json").write_text(json.dumps({"madeWith": "boundary_f1: test/reference/boundaries.py", "cases": cases}) + "\n")
