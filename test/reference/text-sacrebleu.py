"""Reference values for src/metrics/text/sacrebleu.ts: our inputs, and what sacreBLEU answers on them.

Made with Python 3.11 and sacrebleu 2.6.0 by
    python3 -m venv /tmp/sacrebleu && /tmp/sacrebleu/bin/pip install sacrebleu==2.6.0 regex
    /tmp/sacrebleu/bin/python test/reference/text-sacrebleu.py && npx biome format --write test/reference/text-sacrebleu.json

The generated pairs are not stored: text-sacrebleu.test.ts makes the same ones from the same congruential generator.
"""

import json
import logging
from importlib.metadata import version
from pathlib import Path

from sacrebleu.metrics import BLEU

from seeded import generator

logging.disable()
here = Path(__file__).parent
families = [line.split() for line in (here / "text-meteor/words.txt").read_text(encoding="utf-8").splitlines()]
generated_count = 6000
sample_step = 100


def generated_pairs():
    below = generator(13131313)

    def word():
        words = families[41 + below(8)] if below(3) == 0 else families[below(len(families))]
        text = words[below(len(words))]
        return text.capitalize() if below(5) == 0 else text

    def spoken(words):
        return "".join(text + ("" if below(8) == 0 else " ") for text in words)

    pairs = []
    for _ in range(generated_count):
        references = [[word() for _ in range(below(20))] for _ in range(1 + below(3))]
        candidate = []
        for kept in references[0]:
            choice = below(10)
            if choice < 7:
                candidate.append(kept)
            elif choice < 9:
                candidate.append(word())
        pairs.append([spoken(candidate), [spoken(reference) for reference in references]])
    return pairs


adversarial_pairs = [
    ["", ["A dog."]],
    ["A dog.", [""]],
    ["", [""]],
    ["dog", ["dog"]],
    ["dog", ["cat"]],
    ["the dog", ["the dog"]],
    ["the dog ran", ["the dog ran", "the dog"]],
    ["the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"]],
    ["Hello, World! It's 3.14, 1,000 and 5-6 (or 7-); e.g. \"x\".", ["hello , world ! It 's 3.14 , 1,000 and 5 - 6 ( or 7 - ) ; e.g . \" x \" ."]],
    ["a &amp;lt; b &quot;c&quot; &gt; d &apos;e", ["a < b \" c \" > d &apos;e"]],
    ["<skipped> tokens <skipped>", ["tokens"]],
    ["line one-\nline two\nline three", ["line oneline two line three"]],
    ["caf\u00e9 na\u00efve \u65e5\u672c\u8a9e\u3002 \u00bfQu\u00e9? \u2014 \u201cquoted\u201d \u20ac5 5\u20ac \u00bd 2\u00b2", ["cafe\u0301 na\u00efve \u65e5\u672c\u8a9e \u3002 \u00bf Qu\u00e9 ? \u2014 \u201c quoted \u201d \u20ac 5 5 \u20ac \u00bd 2\u00b2"]],
    ["\U0001f600 \U0001f44d ok", ["\U0001f600ok \U0001f44d"]],
    ["no\u00a0break\u2003em\u3000wide\x1cfile\x85next", ["no break em wide file next"]],
    ["trailing  spaces \u2003 ", ["trailing spaces"]],
    ["\ufeffmark", ["mark", "\ufeffmark"]],
    ["\u0130stanbul STRASSE \u03a3\u0391\u03a3", ["i\u0307stanbul strasse \u03c3\u03b1\u03c2"]],
    ["a b c d e f g", ["a b c d e", "a b c d e f g h i"]],
    ["1990. Year", ["1990 . year", "1990."]],
    [" ".join("abcdefghij"[i * i % 10] for i in range(700)), [" ".join("abcdefghij"[i * i * i % 10] for i in range(650)), "a b c"]],
]

settings = [
    {},
    {"lowercase": True},
    {"smooth_method": "floor"},
    {"smooth_method": "floor", "smooth_value": 0.5},
    {"smooth_method": "add-k"},
    {"smooth_method": "add-k", "smooth_value": 2},
    {"smooth_method": "none"},
    {"tokenize": "intl"},
    {"tokenize": "none", "lowercase": True},
    {"effective_order": True},
    {"max_ngram_order": 1},
    {"max_ngram_order": 2, "smooth_method": "add-k"},
    {"max_ngram_order": 3, "effective_order": True},
]


def columns(pairs):
    """Candidates, and references by number; sacreBLEU takes None where a pair has fewer."""
    most = max(len(references) for _, references in pairs)
    return [candidate for candidate, _ in pairs], [[references[i] if i < len(references) else None for _, references in pairs] for i in range(most)]


def answers(pairs, options):
    corpus = BLEU(**options).corpus_score(*columns(pairs)).score
    segment = BLEU(**{"effective_order": True, **options})
    return corpus, [segment.sentence_score(candidate, references).score for candidate, references in pairs]


def record(options):
    corpus, scores = answers(generated, options)
    adversarial_corpus, adversarial = answers(adversarial_pairs, options)
    return {
        "options": options,
        "generated": {"corpus": corpus, "sampled": scores[::sample_step], "sumOfSquares": sum(score**2 for score in scores)},
        "adversarial": {"corpus": adversarial_corpus, "scores": adversarial},
    }


generated = generated_pairs()
document = {
    "versions": {"sacrebleu": version("sacrebleu"), "regex": version("regex")},
    "count": generated_count,
    "step": sample_step,
    "adversarial": adversarial_pairs,
    "settings": [record(options) for options in settings],
    "short": [[list(pair), BLEU(**options).corpus_score(*columns([pair])).score] for pair in [("a b c", ("a b c",)), ("a b c d", ("a b c d",))] for options in [{}]],
}
(here / "text-sacrebleu.json").write_text(json.dumps(document, indent=1) + "\n")
