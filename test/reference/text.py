"""Reference values for src/metrics/text: our inputs, and what pycocoevalcap and its Stanford tokenizer answer.

Made with Python 3.11, pycocoevalcap 1.2, NumPy 2.4.6 and OpenJDK 17 by
    python3 -m venv /tmp/coco && /tmp/coco/bin/pip install pycocoevalcap
    /tmp/coco/bin/python test/reference/text.py && npx biome format --write test/reference/text.json

The generated pairs are not stored: text.test.ts makes the same ones from the same congruential generator. Plain CIDEr, which pycocoevalcap
does not have, is restated here from arXiv:1411.5726, section 4, and vrama91/cider (b492747).
"""

import contextlib
import io
import json
import math
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import pycocoevalcap
from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.bleu.bleu_scorer import BleuScorer
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.cider.cider_scorer import CiderScorer
from pycocoevalcap.rouge.rouge import Rouge

from seeded import generator

here = Path(__file__).parent
generated_count = 6000
sample_step = 40


def generated_pairs():
    below = generator(20251115)

    def word():
        return f"w{below(400) * below(400) // 400}"

    pairs = []
    for _ in range(generated_count):
        references = [[word() for _ in range(below(25))] for _ in range(1 + below(3))]
        candidate = []
        for kept in references[0]:
            choice = below(10)
            if choice < 6:
                candidate.append(kept)
            elif choice < 9:
                candidate.append(word())
        pairs.append([" ".join(candidate), [" ".join(reference) for reference in references]])
    return pairs


adversarial_pairs = [
    ["", ["a b c"]],
    ["a b c", [""]],
    ["", [""]],
    ["a", ["a"]],
    ["a", ["b"]],
    ["a", ["a", "b", "a b c d e"]],
    ["a b", ["a b"]],
    ["a b c", ["a b c"]],
    [". , ! ?", [". , ! ?"]],
    ["the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"]],
    ["caf\u00e9 na\u00efve \u65e5\u672c\u8a9e \u041f\u0440\u0438\u0432\u0435\u0442", ["cafe\u0301 na\u00efve \u65e5\u672c\u8a9e \u041f\u0440\u0438\u0432\u0435\u0442"]],
    ["\U0001f600 \U0001f44d ok", ["\U0001f600 ok \U0001f44d"]],
    ["1\u00a01/2 cups", ["1 1/2 cups"]],
    ["two  spaces", ["two spaces"]],
    [" leading and trailing ", ["leading and trailing"]],
    ["tab\there\x1cthere\x85where", ["tab here there where"]],
    ["\ufeffmark", ["mark", "\ufeffmark"]],
    ["constructor __proto__ toString", ["__proto__ constructor toString"]],
    ["a b c d e f g", ["a b c d e", "a b c d e f g h i"]],
    ["x y z w v u", ["u v w z y x"]],
    [" ".join("abcdefghij"[i * i % 10] for i in range(700)), [" ".join("abcdefghij"[i * i * i % 10] for i in range(650)), "a b c"]],
    ["q " * 500 + "q", ["q " * 40 + "q"]],
]

tokenizer_texts = (here / "text-tokenizer.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")


def plain_cider(pairs):
    def ngrams(text):
        words = text.split()
        return [Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1)) for n in range(1, 5)]

    cooked = [(ngrams(candidate), [ngrams(reference) for reference in references]) for candidate, references in pairs]
    frequency = Counter()
    for _, references in cooked:
        frequency.update({gram for reference in references for counts in reference for gram in counts})

    def weights(counts):
        return {gram: count * (math.log(len(pairs)) - math.log(max(1, frequency[gram]))) for gram, count in counts.items()}

    def cosine(left, right):
        norm = math.sqrt(sum(value**2 for value in left.values())) * math.sqrt(sum(value**2 for value in right.values()))
        return sum(value * right.get(gram, 0) for gram, value in left.items()) / norm if norm else 0.0

    def score(candidate, references):
        vectors = [weights(counts) for counts in candidate]
        total = sum(cosine(vectors[n], weights(reference[n])) for reference in references for n in range(4))
        return 10 * total / 4 / len(references)

    return [score(*pair) for pair in cooked]


def scores(pairs):
    truth = {i: references for i, (_, references) in enumerate(pairs)}
    answers = {i: [candidate] for i, (candidate, _) in enumerate(pairs)}
    with contextlib.redirect_stdout(io.StringIO()):
        bleu, bleus = Bleu(4).compute_score(truth, answers)
    rouge, rouges = Rouge().compute_score(truth, answers)
    cider, ciders = Cider().compute_score(truth, answers)
    plain = plain_cider(pairs)
    corpus = [*bleu, rouge, cider, sum(plain) / len(plain)]
    columns = [*bleus, rouges, ciders, plain]
    return [float(value) for value in corpus], [[float(value) for value in column] for column in columns]


def optional_scores(pairs):
    """With other options than the usual ones: corpus scores, and scores of pairs."""
    result = {}
    for option in ("shortest", "average"):
        scorer = BleuScorer(n=4)
        for candidate, references in pairs:
            scorer += (candidate, references)
        corpus, columns = scorer.compute_score(option=option, verbose=0)
        result[f"bleu {option}"] = (corpus[3], columns[3])
    for order, sigma in ((1, 6.0), (2, 6.0), (3, 2.5)):
        scorer = CiderScorer(n=order, sigma=sigma)
        for candidate, references in pairs:
            scorer += (candidate, references)
        # It counts n-grams up to four whatever it is told, and then stops at the first that is longer than it was told.
        shorter = lambda counts: {gram: count for gram, count in counts.items() if len(gram) <= order}
        scorer.ctest = [shorter(counts) for counts in scorer.ctest]
        scorer.crefs = [[shorter(counts) for counts in references] for references in scorer.crefs]
        result[f"cider {order} {sigma}"] = scorer.compute_score()
    return {
        name: {"corpus": float(corpus), "sumOfSquares": math.fsum(float(value) ** 2 for value in scores), "sampled": [float(value) for value in scores[::sample_step]]}
        for name, (corpus, scores) in result.items()
    }


def tokens(texts):
    """As coco-caption calls it: one text per line."""
    jar = Path(pycocoevalcap.__path__[0]) / "tokenizer" / "stanford-corenlp-3.4.1.jar"
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("\n".join(texts))
        file.flush()
        command = ["java", "-cp", str(jar), "edu.stanford.nlp.process.PTBTokenizer", "-preserveLines", "-lowerCase", file.name]
        return subprocess.run(command, capture_output=True, check=True).stdout.decode().split("\n")[: len(texts)]


generated_corpus, generated_columns = scores(generated_pairs())
adversarial_corpus, adversarial_columns = scores(adversarial_pairs)
reference = {
    "madeWith": {"pycocoevalcap": version("pycocoevalcap"), "numpy": version("numpy"), "python": sys.version.split()[0], "stanford-corenlp": "3.4.1"},
    "columns": ["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "ROUGE_L", "CIDEr", "plain CIDEr"],
    "generated": {
        "count": generated_count,
        "corpus": generated_corpus,
        "sumsOfSquares": [math.fsum(value**2 for value in column) for column in generated_columns],
        "step": sample_step,
        "sampled": [column[::sample_step] for column in generated_columns],
    },
    "options": {"generated": optional_scores(generated_pairs()), "adversarial": optional_scores(adversarial_pairs)},
    "adversarial": {"pairs": adversarial_pairs, "corpus": adversarial_corpus, "perPair": adversarial_columns},
    "tokens": list(map(list, zip(tokenizer_texts, tokens(tokenizer_texts)))),
}
(here / "text.json").write_text(json.dumps(reference, ensure_ascii=True) + "\n", encoding="utf-8")
