"""Reference values for the export `proassist`: our streams, and what ProAssist's own StreamEvaluator makes of the files written for them.

Needs a checkout of ProAssist (pro-assist/ProAssist; here the evaluator of the fork JaMussCraft/ProAssist at 4ac4559, retyped; the original was not at hand), torch, SciPy,
sentence-transformers, pycocoevalcap and Java. Made with Python 3.11, torch 2.15.0, SciPy 1.17.1, pycocoevalcap 1.2 and OpenJDK 17 by
  PYTHONPATH=<checkout> python3 -P test/reference/proassist-export.py <meteor-1.5.jar> && npx biome format --write test/reference/proassist-export.json
(without METEOR's jar, METEOR is not compared).

It writes streams and predictions of our own, has Vidimus score and export them, and then has the original
  - read every results/N.json as its predictions, write it again, and find all of it unchanged;
  - compute its metrics from them, and from matching the same streams by itself, with the same similarities.
Similarities are cosines of word counts, from an encoder of ours that stands in for its sentence encoder. Anything that differs ends the script.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import torch
from mmassist.eval.evaluators.stream_evaluator import StreamEvaluator

# After the checkout, whose modules come first.
sys.path.append(str(pathlib.Path(__file__).parent))
from seeded import generator  # noqa: E402

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
SETS = ["wtag/dialog-klg-sum_val_L4096_I5+SEP", "assembly101/dialog_val_L0_I1"]
SAYINGS = [
    "Fill the kettle with water.",
    "Now switch the kettle on!",
    "Great, you've opened the box; take the screwdriver next.",
    "Don't forget the filter (the small one).",
    "Pour 2.5 cups of water -- slowly -- over the beans...",
    "Is the left wheel tight? If not, turn it once more.",
    "That's it, well done.",
    "Hold the chassis with your left hand and screw the cabin on.",
    "You can grind the coffee now, about 25 grams.",
    "Wait until it says \"ready\".",
    "Attach the wheel to the chassis.",
    "Yes.",
    "Très bien, the café is open: carry on.",
]


def changed(text, below):
    words = text.split(" ")
    if below(3) == 0 and len(words) > 2:
        del words[below(len(words))]
    if below(3) == 0:
        words.insert(below(len(words) + 1), "please")
    return " ".join(words)


def inputs():
    """Streams with references, and predictions on time, early, late, twice, in other words, or not at all."""
    below = generator(20261115)
    streams, predictions = [], []
    for number in range(6):
        frames = 60 + below(60)
        wanted = sorted({1 + below(frames - 2) for _ in range(6 + below(6))})
        turns = [{"role": "user", "seconds": 0, "text": "What do I do first?"}]
        said = {}
        for frame in wanted:
            text = SAYINGS[below(len(SAYINGS))]
            turns.append({"role": "assistant", "seconds": frame / 2, "text": text})
            fate = below(10)
            if fate == 0:
                continue
            words = text if fate < 4 else SAYINGS[below(len(SAYINGS))] if fate == 4 else changed(text, below)
            at = min(frames - 1, max(0, frame - 1 + below(9) - 4))
            said[at] = words
            if fate == 9 and at + 1 < frames:
                said[at + 1] = words
        streams.append(
            {"id": f"s{number}", "fps": 2, "duration": frames / 2, "dataset": SETS[number % 2], "group": f"video {number}", "turns": turns}
        )
        predictions.append({"id": f"s{number}", "utterances": [{"frame": frame, "text": said[frame]} for frame in sorted(said)]})
    return streams, predictions


class WordCounts:
    """Stands in for the sentence encoder, and remembers what was compared."""

    def __init__(self):
        self.words, self.cosines = {}, {}

    def encode(self, strings, **_):
        vectors = torch.zeros(len(strings), 1024)
        for row, text in enumerate(strings):
            for word in re.findall(r"[a-z0-9']+", text.lower()):
                vectors[row, self.words.setdefault(word, len(self.words))] += 1
        unit = torch.nn.functional.normalize(vectors, p=2, dim=1)
        for row in range(0, len(strings), 2):
            self.cosines[(strings[row], strings[row + 1])] = (unit[row] * unit[row + 1]).sum().item()
        return vectors


class Dataset:
    def __init__(self, name, count):
        self.dataset_name, self.count = name, count

    def __len__(self):
        return self.count


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def exported(folder, table):
    """The files that Vidimus writes; `table` holds similarities, and is made of nothing in the first round."""
    command = ["node", str(ROOT / "src/cli/bin.js"), "score", "--family", "dialogue", "--data", "streams.jsonl"]
    command += ["--predictions", "predictions.jsonl", "--zero-edge", "drop", "--export", "proassist"]
    command += ["--context", "summarise-and-drop", "--output", "out" if table is None else "out-table"]
    command += ["--meteor-resources", METEOR, "--json"] if METEOR else ["--json"]
    if table is not None:
        (folder / "table.json").write_text(json.dumps(table))
        command += ["--similarity", "table.json"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if ended.returncode != 0:
        sys.exit(ended.stderr)
    places = list((folder / ("out" if table is None else "out-table")).glob("**/eval"))
    assert len(places) == 1, places
    return places[0].parent


def files_in(folder):
    return {path.name: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}


def same(ours, theirs, where=""):
    """The same keys in the same order, the same texts, and numbers to the last digits but the rounding of a sum."""
    if isinstance(ours, dict):
        assert list(ours) == list(theirs), f"{where}: {list(ours)} != {list(theirs)}"
        for key in ours:
            same(ours[key], theirs[key], f"{where}.{key}")
    elif isinstance(ours, list):
        assert len(ours) == len(theirs), f"{where}: {len(ours)} items != {len(theirs)}"
        for at, (one, other) in enumerate(zip(ours, theirs)):
            same(one, other, f"{where}[{at}]")
    elif isinstance(ours, (int, float)) and not isinstance(ours, bool):
        assert abs(ours - theirs) <= 1e-9 * max(1, abs(theirs)), f"{where}: {ours} != {theirs}"
    else:
        assert ours == theirs, f"{where}: {ours!r} != {theirs!r}"


def evaluator_of(model_path, name):
    count = len([stream for stream in STREAMS if stream["dataset"] == name])
    evaluator = StreamEvaluator(model_path=str(model_path), dataset=Dataset(name, count), not_talk_threshold=0.5, fps=2)
    evaluator.sts_model = ENCODER
    return evaluator


def ordered(pooled):
    """The original pools files in the order that its file system lists them."""
    key = lambda item: json.dumps(item)
    return {name: sorted(value, key=key) if isinstance(value, list) else dict(sorted(value.items())) for name, value in pooled.items()}


def compared(model_path):
    """What the original makes of one export, checked against what the export says."""
    found = {}
    for name in SETS:
        evaluator = evaluator_of(model_path, name)
        results = pathlib.Path(evaluator.result_dir)
        evaluation = pathlib.Path(evaluator.eval_dir)
        before = {path: json.loads(path.read_text()) for path in [*results.glob("*.json"), evaluation / "all_results.json", evaluation / "metrics.json"]}
        assert len(before) == len(evaluator.dataset) + 2, f"{results} holds {len(before) - 2} results"
        evaluator.run_all_predictions(range(len(evaluator.dataset)), progress_bar=False)
        metrics = evaluator.compute_metrics()
        for path, ours in before.items():
            theirs = json.loads(path.read_text())
            if path.name == "all_results.json":
                ours, theirs = ordered(ours), ordered(theirs)
            if path.name == "metrics.json" and not METEOR:
                ours, theirs = [{key: value for key, value in of.items() if "METEOR" not in key} for of in (ours, theirs)]
            same(ours, theirs, f"{name}/{path.name}")
        for path in results.glob("*.json"):
            for line in json.loads(path.read_text())["predictions"]:
                assert isinstance(line["timestamp_in_stream"], float), f"{path}: a judge would read {line['timestamp_in_stream']}s"
        found[name] = metrics
    return found


def rematched(model_path):
    """The original's own matching of the same streams."""
    found = {}
    for name in SETS:
        evaluator = evaluator_of(model_path, name)
        ours = files_in(pathlib.Path(evaluator.result_dir))
        metrics = evaluator.compute_metrics(rerun_match=True)
        theirs = files_in(pathlib.Path(evaluator.result_dir))
        for file in ours:
            assert theirs[file].pop("version") == "22"
            if RECORDED:
                same(ours[file], theirs[file], f"{name}/{file} matched again")
        found[name] = {"metrics": metrics, "matches": {file: brief(result["match_result"]) for file, result in theirs.items()}}
    return found


def brief(match):
    at = lambda frame: frame["frame_idx_in_stream"]
    return {
        "matched": [[at(said), at(wanted)] for said, wanted in match["matched"]],
        "missed": [at(frame) for frame in match["missed"]],
        "redundant": [at(frame) for frame in match["redundant"]],
        "match_costs": match["match_costs"],
        "semantic_scores": match["semantic_scores"],
    }


STREAMS, PREDICTIONS = inputs()
ENCODER = WordCounts()
METEOR = sys.argv[1] if len(sys.argv) > 1 else None
RECORDED = False

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    write_lines(folder / "streams.jsonl", STREAMS)
    write_lines(folder / "predictions.jsonl", PREDICTIONS)
    first = exported(folder, None)
    compared(first)
    rematched(first)
    table = [[*pair, cosine] for pair, cosine in ENCODER.cosines.items()]
    RECORDED = True
    second = exported(folder, table)
    compared(second)
    original = rematched(second)

plain = json.loads(json.dumps(original))
(HERE / "proassist-export.json").write_text(
    json.dumps({"streams": STREAMS, "predictions": PREDICTIONS, "similarities": table, "original": plain})
)
for name, of in plain.items():
    print(name, json.dumps(of["metrics"], indent=1))
