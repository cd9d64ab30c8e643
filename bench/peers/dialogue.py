"""Scores streams as ProAssist's evaluator does, and prints CPU seconds (Java's included), those of METEOR apart, and scores as JSON.

python dialogue.py <streams.json: [{frames, generated: [[frame, text]], references: [[frame, text]], cosines: [[generated, reference, cosine]]}]>
A full matrix of costs for each stream, made sparse and given to SciPy's matching; then PTB tokens, BLEU, CIDEr-D and METEOR of all matched pairs
by pycocoevalcap, METEOR with all its tables as there. Similarities are given. Needs numpy, scipy, pycocoevalcap 1.2 and Java. Timed from after reading the file.
"""

import contextlib
import io
import json
import os
import resource
import subprocess
import sys
import threading

import numpy
import pycocoevalcap
from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

LEFT, RIGHT, FACTOR, POWER, THRESHOLD, FPS = -6, 12, 0.3, 1.5, 0.5, 2


def cpu():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def match(stream):
    generated, references = stream["generated"], stream["references"]
    cosines = {(one, other): cosine for one, other, cosine in stream["cosines"]}
    spoken = {frame: text for frame, text in references}
    reach = max(abs(LEFT), RIGHT)
    scale = numpy.float32(FACTOR / reach**POWER)
    costs = numpy.zeros((len(generated), stream["frames"]), dtype=numpy.float32)
    meanings = {}
    for row, (frame, text) in enumerate(generated):
        first, last = max(0, frame + LEFT), min(stream["frames"] - 1, frame + RIGHT)
        columns = numpy.arange(first, last + 1)
        far = numpy.abs(columns - frame).astype(numpy.float32) ** numpy.float32(POWER) * scale
        meaning = numpy.ones(len(columns), dtype=numpy.float32)
        for at, column in enumerate(columns):
            wanted = spoken.get(int(column))
            if wanted is not None:
                meaning[at] = numpy.float32(1) - numpy.abs(numpy.float32(cosines[text, wanted]))
                meanings[row, int(column)] = float(meaning[at])
        costs[row, first : last + 1] = meaning + far
    rows, columns = min_weight_full_bipartite_matching(csr_array(costs))
    pairs, redundant, taken = [], 0, set()
    for row, column in zip(rows, columns):
        wanted = spoken.get(int(column))
        if wanted is None:
            redundant += 1
            continue
        taken.add(int(column))
        pairs.append((generated[row][1], wanted, 1 - meanings[row, int(column)], abs(generated[row][0] - int(column)) / FPS))
    return pairs, len(references) - len(taken), redundant


def meteor(references, candidates):
    jar = subprocess.Popen(
        ["java", "-Xmx2G", "-XX:+UseSerialGC", "-jar", "meteor-1.5.jar", "-", "-", "-stdio", "-l", "en", "-norm"],
        cwd=os.path.join(pycocoevalcap.__path__[0], "meteor"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    lines = "".join(f"SCORE ||| {references[key][0]} ||| {candidates[key][0]}\n" for key in references)
    feeder = threading.Thread(target=lambda: (jar.stdin.write(lines), jar.stdin.flush()))
    feeder.start()
    statistics = [jar.stdout.readline().strip() for _ in references]
    feeder.join()
    jar.stdin.write("EVAL ||| " + " ||| ".join(statistics) + "\n")
    jar.stdin.close()
    jar.stdout.read()
    jar.wait()


with open(sys.argv[1], encoding="utf-8") as file:
    streams = json.load(file)
start = cpu()
matched, missed, redundant = [], 0, 0
for one in streams:
    own, more_missed, more_redundant = match(one)
    matched += own
    missed += more_missed
    redundant += more_redundant
right = [pair for pair in matched if pair[2] > THRESHOLD]
said, wanted = len(matched) + redundant, len(matched) + missed
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    tokens = PTBTokenizer()
    candidates = tokens.tokenize({i: [{"caption": pair[0]}] for i, pair in enumerate(right)})
    references = tokens.tokenize({i: [{"caption": pair[1]}] for i, pair in enumerate(right)})
    bleu, _ = Bleu(4).compute_score(references, candidates)
    cider, _ = Cider().compute_score(references, candidates)
    before_meteor = cpu()
    meteor(references, candidates)
scores = {
    "num_matched": len(right),
    "num_missed": missed,
    "num_redundant": redundant,
    "F1": 2 * len(right) / (said + wanted),
    "time_diff": sum(pair[3] for pair in right) / len(right),
    "Bleu_4": bleu[3],
    "CIDEr": float(cider),
}
print(json.dumps({"seconds": before_meteor - start, "meteorSeconds": cpu() - before_meteor, "scores": scores}))
