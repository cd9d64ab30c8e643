"""Reference values for src/metrics/text/meteor.ts: our inputs, and what the official METEOR 1.5 answers on them.

Made with Python 3.11, OpenJDK 17 and meteor-1.5.jar as in pycocoevalcap 1.2 by
    python3 -m venv /tmp/coco && /tmp/coco/bin/pip install pycocoevalcap
    /tmp/coco/bin/python test/reference/text-meteor.py && npx biome format --write test/reference/text-meteor.json

The jar is called as coco-caption calls it (`- - -stdio -l en -norm`), with `-m` for fewer matchers; "options" without `-norm`, with `-lower` and with narrower beams (`-x`). "own" puts the folder text-meteor, whose words, phrases
and lists were written for this test, before the jar on the class path and names its table of paraphrases with `-a`; "official" uses METEOR's resources. The
generated pairs are not stored: text-meteor.test.ts makes the same ones from the same congruential generator.
"""

import gzip
import json
import subprocess
import threading
from importlib.metadata import version
from pathlib import Path

import pycocoevalcap

from seeded import generator

here = Path(__file__).parent
folder = here / "text-meteor"
meteor = Path(pycocoevalcap.__path__[0]) / "meteor"
generated_count = 6000
sample_step = 60
families = [line.split() for line in (folder / "words.txt").read_text(encoding="utf-8").splitlines()]
phrases = [line.split("|") for line in (folder / "phrases.txt").read_text(encoding="utf-8").splitlines()]
forms = {"mouse": "mice", "man": "men", "woman": "women", "child": "children", "run": "ran", "take": "took taken", "begin": "began begun", "leaf": "leaves", "speak": "spoke spoken"}


def write_resources():
    synsets = {}
    for number, words in enumerate(families):
        # Function words, marks and the families of look-alikes have no synonyms; every seventh word has a second meaning.
        if number < 25 or 31 <= number < 41:
            for at, word in enumerate(words):
                synsets.setdefault(word, []).append(f"{number:08d}")
                if (number + at) % 7 == 0:
                    synsets[word].append(f"{(number + 3) % 25:08d}")
    (folder / "synonym/english.synsets").write_text("".join(f"{word}\n{' '.join(ids)}\n" for word, ids in sorted(synsets.items()) if not word.endswith("s")))
    (folder / "synonym/english.exceptions").write_text("".join(f"{base}\n{words}\n" for base, words in forms.items()))
    (folder / "synonym/english.relations").write_text("")
    rows = "".join(f"0.1\n{a}\n{b}\n0.2\n{b}\n{a}\n" for a, b in phrases[::2]) + "".join(f"0.1\n{a}\n{b}\n" for a, b in phrases[1::2])
    (folder / "data/paraphrase-en.gz").write_bytes(gzip.compress(rows.encode(), mtime=0))


def generated_pairs():
    below = generator(20261115)

    def part():
        choice = below(12)
        if choice == 0:
            return phrases[below(len(phrases))], below(2)
        words = families[41 + below(6)] if choice < 5 else families[below(len(families))]
        return words, below(len(words))

    def spoken(parts):
        return " ".join(words[at] for words, at in parts)

    pairs = []
    for _ in range(generated_count):
        references = [[part() for _ in range(below(22))] for _ in range(1 + max(0, below(5) - 2))]
        candidate = []
        for words, at in references[0]:
            choice = below(10)
            if choice < 5:
                candidate.append((words, at))
            elif choice < 7:
                candidate.append((words, below(len(words))))
            elif choice == 7:
                candidate.append(part())
            elif choice == 8:
                candidate.insert(max(0, len(candidate) - 3), (words, at))
        pairs.append([spoken(candidate), [spoken(reference) for reference in references]])
    return pairs


adversarial_pairs = [
    ["", ["a dog"]],
    ["a dog", [""]],
    ["", [""]],
    ["", ["", "a"]],
    ["dog", ["dog"]],
    ["dog", ["dogs"]],
    ["dog", ["cat"]],
    ["the", ["the"]],
    ["the", ["dog"]],
    ["the the the the", ["the the"]],
    ["a man cuts the wood", ["a man cuts the wood", "a person chops timber"]],
    ["a person chops timber", ["a man cuts the wood", "men slice wood"]],
    ["it is red and it is big and it is red", ["it is big and it is red and it is big"]],
    [". , ! ?", [". , ! ?"]],
    ["... .. . ....", ["... . ..."]],
    ["Dr. Smith saw No. 5 of the U.S. at 3 p.m. etc.", ["dr. smith saw no. 5 of the us at 3 p.m. etc"]],
    ["No. He said no. No.", ["no . he said no . no ."]],
    ["don't can't it's dogs' '90s rock'n'roll 5's o'clock", ["do n't ca n't it 's dogs ' 90s rock 'n' roll 5 's o'clock"]],
    ["5' '7 'a '' b'' ``c", ["5 ' ' 7 ' a \" b \" ' c"]],
    ["well-known and/or half-open -- the end - x-", ["well known and / or half open - the end - x -"]],
    ["1,000 a,b 1,b b,1 3.14 ,5", ["1,000 a , b 1 , b b , 1 3.14 , 5"]],
    ["caf\u00e9 na\u00efve \u65e5\u672c\u8a9e \u041f\u0440\u0438\u0432\u0435\u0442 \u03a3\u03a3", ["cafe\u0301 na\u00efve \u65e5\u672c \u8a9e \u043f\u0440\u0438\u0432\u0435\u0442 \u03c3\u03c2"]],
    ["\U0001f600 \U0001f44d ok\U0001f600", ["\U0001f600 ok \U0001f44d"]],
    ["1\u00a01/2 cups\u2003of\u3000water", ["1 1/2 cups of water"]],
    ["two  spaces\tand tab ", ["two spaces and tab"]],
    ["\u201cquoted\u201d \u2018single\u2019 \u2013 dash \u2014 long", ["\" quoted \" ' single ' - dash -- long"]],
    ["DOTMULTI dots DOTMULTI. DOTDOTMULTI", ["dotmulti dots ."]],
    ["constructor __proto__ toString", ["__proto__ constructor tostring"]],
    ["one of the man picks up a lot of children in front of the kitchen table", ["he lifts many kids before the table in the kitchen", "a man takes large quantities of kids"]],
    ["at the end a group of people look at the dog over and over", ["in the end people watch it repeatedly"]],
    ["bb aq", ["c# b0"]],
    [" ".join("abcdefghij"[i * i % 10] for i in range(300)), [" ".join("abcdefghij"[i * i * i % 10] for i in range(250)), "a b c"]],
    [" ".join(["the dog"] * 60), [" ".join(["dogs the"] * 50)]],
    [" ".join(families[i % 40][i % 3] for i in range(400)), [" ".join(families[i * 7 % 40][i % 2] for i in range(380))]],
]

variants = {"stem": "exact stem", "synonym": "exact stem synonym", "paraphrase": "exact stem synonym paraphrase"}


def answers(pairs, matchers, own, settings=("-norm",)):
    """What the jar answers: the corpus score and the score of every pair."""
    path = f"{folder}:{meteor}/meteor-1.5.jar" if own else f"{meteor}/meteor-1.5.jar"
    table = folder / "data/paraphrase-en.gz" if own else meteor / "data/paraphrase-en.gz"
    options = ["-l", "en", *settings, "-m", matchers, "-a", str(table)]
    jar = subprocess.Popen(["java", "-Xmx3G", "-cp", path, "Meteor", "-", "-", "-stdio", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
    lines = ["SCORE ||| " + " ||| ".join([*references, candidate]) for candidate, references in pairs]
    feeder = threading.Thread(target=lambda: (jar.stdin.write("\n".join(lines) + "\n"), jar.stdin.flush()))
    feeder.start()
    statistics = [jar.stdout.readline().strip() for _ in pairs]
    feeder.join()
    jar.stdin.write("EVAL ||| " + " ||| ".join(statistics) + "\n")
    jar.stdin.close()
    *scores, corpus = [float(line) for line in jar.stdout.read().split()]
    assert len(scores) == len(pairs)
    return corpus, scores


def record(own):
    generated = generated_pairs()
    result = {}
    for name, matchers in variants.items():
        corpus, scores = answers(generated, matchers, own)
        adversarial_corpus, adversarial = answers(adversarial_pairs, matchers, own)
        result[name] = {
            "generated": {"corpus": corpus, "sampled": scores[::sample_step], "sumOfSquares": sum(score**2 for score in scores)},
            "adversarial": {"corpus": adversarial_corpus, "scores": adversarial},
        }
    return result


def optional(settings):
    """With all matchers and resources of our own."""
    corpus, scores = answers(generated_pairs(), "exact stem synonym paraphrase", True, settings)
    adversarial_corpus, adversarial = answers(adversarial_pairs, "exact stem synonym paraphrase", True, settings)
    return {
        "settings": settings,
        "generated": {"corpus": corpus, "sampled": scores[::sample_step], "sumOfSquares": sum(score**2 for score in scores)},
        "adversarial": {"corpus": adversarial_corpus, "scores": adversarial},
    }


write_resources()
document = {
    "versions": {"meteor": "1.5", "pycocoevalcap": version("pycocoevalcap")},
    "count": generated_count,
    "step": sample_step,
    "adversarial": adversarial_pairs,
    "own": record(True),
    "official": record(False),
    "options": [optional(settings) for settings in (["-norm", "-x", "1"], ["-norm", "-x", "3"], ["-lower"], [])],
}
(here / "text-meteor.json").write_text(json.dumps(document, indent=1) + "\n")
