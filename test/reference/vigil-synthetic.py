"""Reference values for src/families/retrieval/synthetic: questions of our own, and the lists that VIGIL-RAG's synthetic benchmark retrieves.

The program (github.com/maruyamakoju/sopilot, src/sopilot/evaluation/vigil_benchmark.py as of b09b7c3; its runner retyped, returning scores as
well, with dot products in place of the FAISS index) is not part of this repository. Retyped, it gives the published figures of the benchmark's own two question sets. Made with Python
3.11 and NumPy 2.4.6 by
    python3 test/reference/vigil-synthetic.py <folder with vigil_benchmark.py> && npx biome format --write test/reference/vigil-synthetic.json
"""

import json
import sys
from pathlib import Path

import numpy

sys.path.append(sys.argv[1])
from seeded import generator
from vigil_benchmark import VIGILBenchmarkRunner

below = generator(20261116)
questions = []
for number in range(30):
    # Out of order, since the original goes through videos by name; micro-25 is a clip that there is not.
    video, kind = f"own-{[3, 1, 2, 4][below(4)]}", ["visual", "audio", "mixed"][below(3)]
    clips = sorted({f"micro-{below(20):02d}" for _ in range(1 + below(3))} | ({"micro-25"} if number == 7 else set()))
    spans = [{"start_sec": 3.0 * int(clip[-2:]), "end_sec": 3.0 * int(clip[-2:]) + 3} for clip in clips]
    head = {"query_id": f"o{number:02d}", "video_id": video, "query_text": f"question {number}", "query_type": kind}
    questions.append({**head, "relevant_clip_ids": clips, "relevant_time_ranges": spans})


def figures(lists, kind=None):
    own = [one for one in questions if kind in (None, one["query_type"])]
    wanted = {one["query_id"]: set(one["relevant_clip_ids"]) for one in own}
    recall = lambda cut: sum(len(set(lists[name][:cut]) & clips) / len(clips) for name, clips in wanted.items()) / len(own)
    first = lambda name, clips: next((1 / rank for rank, clip in enumerate(lists[name], 1) if clip in clips), 0)
    return {**{f"recall@{cut}": recall(cut) for cut in (1, 3, 5, 10)}, "mrr": sum(first(*one) for one in wanted.items()) / len(own)}


modes = []
for alpha, scored in VIGILBenchmarkRunner().run(questions, [None, 0.3, 0.5, 0.7, 1.0]).items():
    lists = {name: [clip for clip, _ in found] for name, found in scored.items()}
    # Fused scores of 0 are many, in the order of a set of strings, which is another in every process: they are not compared.
    compared = {name: [clip for clip, score in found if alpha is None or score > 0] for name, found in scored.items()}
    modes.append({"alpha": alpha, "lists": compared, "figures": figures(lists), "audio": figures(lists, "audio")})
Path(__file__).with_suffix(".json").write_text(
    json.dumps({"madeWith": f"sopilot b09b7c3 and NumPy {numpy.__version__}: test/reference/vigil-synthetic.py", "questions": questions, "modes": modes}) + "\n"
)
