"""Reference values for src/metrics/dialogue/match-utterances.ts: streams of our own, and how ProAssist's matcher matches them.

The matcher (github.com/pro-assist/ProAssist; here mmassist/eval/evaluators/pred_match.py of the fork JaMussCraft/ProAssist at 4ac4559, retyped) is not part of
this repository. Cosines come from a table, in place of its sentence encoder. Made with Python 3.11, torch 2.15.0 and SciPy 1.17.1 by
    python3 test/reference/proassist-matching.py <folder with pred_match.py> && npx biome format --write test/reference/proassist-matching.json
"""

import json
import sys
from pathlib import Path

import scipy
import torch

sys.path.append(sys.argv[1])
import pred_match
from seeded import generator

below = generator(20261116)


class Frame:
    def __init__(self, at, gen, ref):
        self.at, self.gen, self.ref = at, gen, ref


def answer(case):
    """What the matcher says of a case: frames of pairs with their costs, of what is missed and of what is redundant, or its error."""
    frames = [Frame(at, case["gen"].get(str(at), ""), case["ref"].get(str(at), "")) for at in range(case["n_frames"])]
    cosines = {(said, wanted): cosine for said, wanted, cosine in case.get("cosine", [])}
    pred_match.get_semantic_match_cost = lambda pairs, model: 1 - torch.tensor([cosines[pair] for pair in pairs]).abs()
    model = None if case.get("sts_model", "table") is None else "table"
    try:
        found = pred_match.find_match(frames, model, case["window"], case["factor"], case["power"])
    except ValueError as error:
        return {"error": f"ValueError: {error}"}
    return {
        "matched": [{"gen": said.at, "ref": wanted.at, "cost": cost} for (said, wanted), cost in zip(found.matched, found.match_costs)],
        "missed": [frame.at for frame in found.missed],
        "redundant": [frame.at for frame in found.redundant],
    }


def case(name, frames, gen, ref, cosine=0.5, **others):
    """Frames of what is said and wanted, every text of its own; `cosine` is a number or a function of two frames."""
    of = cosine if callable(cosine) else lambda said, wanted: cosine
    row = {"name": name, "n_frames": frames, "window": [-3, 3], "factor": 0.3, "power": 1.5, **others}
    row |= {"gen": {str(at): f"said {at}" for at in gen}, "ref": {str(at): f"wanted {at}" for at in ref}}
    if others.get("sts_model", "table") is not None:
        row["cosine"] = [[f"said {said}", f"wanted {wanted}", of(said, wanted)] for said in gen for wanted in ref]
    return {**row, "expected": answer(row)}


def random_case(number):
    frames = 4 + below(40)
    some = lambda most: sorted({below(frames) for _ in range(below(most))})
    # Few values in every fourth case, so that whole matchings cost the same.
    cosine = lambda *_: [0.2, 0.6, 0.9, -0.7, 1.0][below(5)] if number % 4 == 0 else (below(2000) - 1000) / 1000
    settings = {"window": [[-3, 3], [-6, 12], [0, 5], [-2, 0], [-30, 30]][below(5)]}
    settings |= {"factor": [0.1, 0.3, 0.8][below(3)], "power": [1.0, 1.5, 2.0][below(3)]}
    return case(f"random {number}", frames, some(12), some(12), cosine, **settings)


cases = [
    case("on its frame, in the same words: no edge is left", 8, [3], [3], 1.0),
    case("as before, in a stream of one frame", 1, [0], [0], 1.0),
    case("the same words, a frame late", 8, [4], [3], 1.0),
    case("nearly the same words on the frame", 8, [3], [3], 0.9999999),
    case("the last frame of a lopsided window", 20, [5], [13], window=[-4, 8]),
    case("one frame beyond it", 20, [5], [14], window=[-4, 8]),
    case("the first frame of a lopsided window", 20, [9], [5], window=[-4, 8]),
    case("one frame before it", 20, [9], [4], window=[-4, 8]),
    case("opposite words", 8, [3], [4], -0.95),
    case("unlike words, near", 8, [3], [3], 0.01),
    case("unlike words at the edge", 8, [3], [6], 0.29),
    case("like words at the edge", 8, [3], [6], 0.31),
    case("two for one reference", 12, [5, 7], [6], lambda said, _: 0.9 if said == 7 else 0.6),
    case("crossing", 12, [4, 5], [4, 5], lambda said, wanted: 0.1 if said == wanted else 0.95),
    case("not the nearest, for the sake of all", 12, [4, 5], [5, 7], lambda said, wanted: 0.9 if (said, wanted) != (5, 5) else 0.95),
    case("nothing is said", 6, [], [2, 4]),
    case("nothing is wanted", 6, [2, 4], []),
    case("by time alone, on the frame", 6, [2], [2], sts_model=None),
    case("by time alone, beside it", 6, [2], [3], sts_model=None),
    *[random_case(number) for number in range(80)],
]
versions = f"torch {torch.__version__.split('+')[0]} and SciPy {scipy.__version__}"
Path(__file__).with_suffix(".json").write_text(
    json.dumps({"madeWith": f"ProAssist's pred_match.py, {versions}: test/reference/proassist-matching.py", "cases": cases}) + "\n"
)
