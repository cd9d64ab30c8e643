"""What sacreBLEU's paired tests say of texts drawn here; writes paired-tests.json.

Run with sacrebleu 2.6.0: python test/reference/paired-tests.py
"""

import json
import random
from pathlib import Path

import sacrebleu
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

WORDS = (
    "the a man woman dog kitchen opens closes door cup puts on table then walks to window and "
    "looks outside red blue small large takes from"
).split()
DRAWS = 10_000


def noisy(words, share, source):
    kept = []
    for word in words:
        chance = source.random()
        if chance < share / 2:
            kept.append(source.choice(WORDS))
        elif chance >= share:
            kept.append(word)
    return kept or ["a"]


source = random.Random(7)
references = [
    [source.choice(WORDS) for _ in range(source.randint(5, 12))] for _ in range(100)
]
systems = {
    name: [" ".join(noisy(words, share, source)) for words in references]
    for name, share in (("base", 0.24), ("near", 0.24), ("better", 0.22), ("best", 0.19))
}
texts = [" ".join(words) for words in references]

tests = {}
for kind in ("bs", "ar"):
    _, scores = PairedTest(
        list(systems.items()), {"BLEU": BLEU()}, [texts], test_type=kind, n_samples=DRAWS
    )()
    tests[kind] = [
        {"system": name, "score": one.score, "p": one.p_value, "mean": one.mean, "ci": one.ci}
        for name, one in zip(scores["System"], scores["BLEU"])
    ]

Path(__file__).with_suffix(".json").write_text(
    json.dumps(
        {
            "made": f"sacrebleu {sacrebleu.__version__}, {DRAWS} draws, seed 12345",
            "draws": DRAWS,
            "references": texts,
            "systems": systems,
            "tests": tests,
        },
        indent=1,
    )
    + "\n"
)
