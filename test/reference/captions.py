"""Reference values for `vidimus metric` on captions: sentences of our own, and what pycocoevalcap makes of them, its tokenizer included.

Made with Python 3.11, pycocoevalcap 1.2 and OpenJDK 17 by
    python3 -m venv /tmp/coco && /tmp/coco/bin/pip install pycocoevalcap
    /tmp/coco/bin/python test/reference/captions.py && npx biome format --write test/reference/captions.json
"""

import contextlib
import io
import json
from importlib.metadata import version
from pathlib import Path

from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.rouge.rouge import Rouge
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
from seeded import generator

WHO = ["A man", "The woman in red", "Two kids", "She", "The coach", "An old man's dog", "Somebody", "The cook"]
WHAT = ["slices the onions", "doesn't look up", "pours 2.5 cups of water", "lifts the bar -- slowly", 'says "ready"', "can't find the key"]
WHAT += ["jumps over the wall", "plays a well-known song", "mixes flour, eggs & milk", "cuts the paper into 1/2-inch strips"]
WHERE = ["in the kitchen", "at 10:30 a.m.", "on stage", "near the U.S. flag", "by the pool (again)", "with one hand", "for $5.00"]
ENDS = [".", ".", "!", "...", ""]

below = generator(20261116)
pick = lambda words: words[below(len(words))]
sentence = lambda: f"{pick(WHO)} {pick(WHAT)} {pick(WHERE)}{pick(ENDS)}"


def near(text):
    """The sentence with one of its parts said otherwise, as somebody else would caption it."""
    kind = below(4)
    if kind == 0:
        return text
    words = text.split(" ")
    if kind == 1:
        return " ".join(words[: max(3, len(words) - 2)]) + " then " + pick(WHERE) + "."
    return f"{pick(WHO)} {' '.join(words[2:])}" if kind == 2 else f"{text} {sentence()}"


pairs = []
for _ in range(60):
    first = sentence()
    pairs.append((near(first), [first, *(near(first) for _ in range(below(3)))]))

tokenize = lambda texts: PTBTokenizer().tokenize({at: [{"caption": text} for text in own] for at, own in enumerate(texts)})
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    found, wanted = tokenize([[candidate] for candidate, _ in pairs]), tokenize([references for _, references in pairs])
    bleu, bleus = Bleu(4).compute_score(wanted, found, verbose=0)
    rouge, rouges = Rouge().compute_score(wanted, found)
    cider, ciders = Cider().compute_score(wanted, found)

ids = ["bleu-1", "bleu-2", "bleu-3", "bleu-4", "rouge-l", "cider"]
figures = {
    name: {"corpus": float(corpus), "segments": [float(value) for value in segments]}
    for name, corpus, segments in zip(ids, [*bleu, rouge, cider], [*bleus, rouges, ciders])
}
Path(__file__).with_suffix(".json").write_text(
    json.dumps({"madeWith": f"pycocoevalcap {version('pycocoevalcap')}: test/reference/captions.py", "pairs": pairs, "figures": figures}) + "\n"
)
