"""Compares src/metrics/text/ptb-tokenize.ts with the Stanford tokenizer on random texts, and prints where they differ; nothing is stored.

Needs pycocoevalcap 1.2 (which brings stanford-corenlp-3.4.1.jar), Java, and node 24 (node_modules/.bin). Cases worth keeping belong in text-tokenizer.txt.
    python test/reference/text-tokenizer-fuzz.py [texts [seed]]
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pycocoevalcap

count, seed = [int(word) for word in sys.argv[1:]] + [20000, 1][len(sys.argv) - 1 :]
source = random.Random(seed)
root = Path(__file__).parents[2]
LETTERS = "abenstdlorvmyuiDOSTNLAEBR"
WORDS = "don can ca o O D l they he we go n T y ma ol cont c s ev li nat O'Neil Inc etc Mr Dr U.S e.g p.m Kans Pty adj no fig gonna cannot The there".split()
MARKS = ["'", "'", "'", ".", ".", ",", ";", ":", "-", "_", "/", "?", "!", "...", "(", ")", '"', "&", "$", "%", "#", "@", " "]
ENDS = ["s", "t", "ts", "d", "m", "re", "ve", "ll", "em", "n", "cause", "til", "11", "90", "90s", "x", "a", "A", "all", "based", "The"]


def piece():
    return source.choice(
        [
            lambda: source.choice(WORDS),
            lambda: source.choice(ENDS),
            lambda: str(source.randint(0, 120)),
            lambda: "".join(source.choice(LETTERS) for _ in range(source.randint(1, 4))),
        ]
    )()


def text():
    parts = [piece()]
    for _ in range(source.randint(1, 4)):
        parts += [source.choice(MARKS), piece()]
    # All lines begin and end alike, since the tokenizer looks on into the next one.
    return "x " + "".join(parts) + source.choice(["", ".", ",", "!"]) + " y"


def stanford(texts):
    jar = Path(pycocoevalcap.__path__[0]) / "tokenizer" / "stanford-corenlp-3.4.1.jar"
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("\n".join(texts))
        file.flush()
        command = ["java", "-cp", str(jar), "edu.stanford.nlp.process.PTBTokenizer", "-preserveLines", "-lowerCase", file.name]
        return subprocess.run(command, capture_output=True, check=True).stdout.decode().split("\n")[: len(texts)]


OURS = """
import { text } from "node:stream/consumers";
import { ptbTokenize } from "./src/metrics/text/ptb-tokenize.ts";
const texts = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(texts.map((one) => ptbTokenize(one, { removePunctuation: false }).join(" "))));
"""


def ours(texts):
    command = [str(root / "node_modules/.bin/node"), "--input-type=module", "-e", OURS]
    return json.loads(subprocess.run(command, input=json.dumps(texts).encode(), capture_output=True, check=True, cwd=root).stdout)


texts = sorted({text() for _ in range(count)})
different = [(one, theirs, own) for one, theirs, own in zip(texts, stanford(texts), ours(texts)) if theirs != own]
for one, theirs, own in different[:100]:
    print(f"{one!r}\n  stanford: {theirs}\n  ours:     {own}")
print(f"{len(different)} of {len(texts)} differ (seed {seed})")
