"""Scores pairs of texts with pycocoevalcap, METEOR's jar or Stanford's tokenizer and prints CPU seconds and the score as JSON.

python text.py <bleu|rouge-l|cider-d|sacrebleu|meteor|ptb> <pairs.json: [[candidate, [reference, …]], …]; for ptb a text file>
Needs pycocoevalcap 1.2, which brings both jars, sacrebleu 2.6, and Java. Python is timed from after reading the file; Java as a whole, start included, user and
system time, with one thread for collecting garbage and one for compiling, as our side has one thread.
"""

import contextlib
import io
import json
import os
import resource
import subprocess
import sys
import threading
import time

import pycocoevalcap

job, path = sys.argv[1:]
home = pycocoevalcap.__path__[0]
java = ["java", "-Xmx2G", "-XX:+UseSerialGC"]


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def with_coco(pairs, scorer):
    references = {i: references for i, (_, references) in enumerate(pairs)}
    candidates = {i: [candidate] for i, (candidate, _) in enumerate(pairs)}
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        score, _ = scorer().compute_score(references, candidates)
    return time.process_time() - start, score[-1] if isinstance(score, list) else float(score)


def with_sacrebleu(pairs):
    from sacrebleu.metrics import BLEU

    start = time.process_time()
    metric = BLEU()
    score = metric.corpus_score([candidate for candidate, _ in pairs], [[references[0] for _, references in pairs]]).score
    return time.process_time() - start, score


def with_meteor(pairs):
    jar = subprocess.Popen(
        [*java, "-jar", "meteor-1.5.jar", "-", "-", "-stdio", "-l", "en", "-norm", "-m", "exact stem synonym"],
        cwd=os.path.join(home, "meteor"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    lines = "".join("SCORE ||| " + " ||| ".join([*references, candidate]) + "\n" for candidate, references in pairs)
    feeder = threading.Thread(target=lambda: (jar.stdin.write(lines), jar.stdin.flush()))
    feeder.start()
    statistics = [jar.stdout.readline().strip() for _ in pairs]
    feeder.join()
    jar.stdin.write("EVAL ||| " + " ||| ".join(statistics) + "\n")
    jar.stdin.close()
    score = float(jar.stdout.read().split()[-1])
    jar.wait()
    return children(), score


def with_stanford():
    command = [*java, "-cp", os.path.join(home, "tokenizer", "stanford-corenlp-3.4.1.jar"), "edu.stanford.nlp.process.PTBTokenizer", "-preserveLines", "-lowerCase", path]
    tokens = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    return children(), len(tokens.split())


if job == "ptb":
    seconds, score = with_stanford()
else:
    with open(path, encoding="utf-8") as file:
        pairs = json.load(file)
    if job == "meteor":
        seconds, score = with_meteor(pairs)
    elif job == "sacrebleu":
        seconds, score = with_sacrebleu(pairs)
    else:
        from pycocoevalcap.bleu.bleu import Bleu
        from pycocoevalcap.cider.cider import Cider
        from pycocoevalcap.rouge.rouge import Rouge

        seconds, score = with_coco(pairs, {"bleu": Bleu, "rouge-l": Rouge, "cider-d": Cider}[job])
print(json.dumps({"seconds": seconds, "score": score}))
