"""Reference values for src/metrics/retrieval: qrels and a run of our own, and what trec_eval answers.

Made with Python 3.11 and pytrec_eval-terrier 0.5.11, which runs the C code of trec_eval 9, by
    python3 -m venv /tmp/trec && /tmp/trec/bin/pip install pytrec-eval-terrier
    /tmp/trec/bin/python test/reference/retrieval.py && npx biome format --write test/reference/retrieval.json

The run has ties, documents that nobody judged, judgements below zero and of several grades, queries that nobody judged, queries that it does not
answer, queries with nothing relevant, and a list shorter than every cut. `plain` is `trec_eval -q`; `complete` is `-q -c`, averages over all
judged queries; `graded` is `-q -l 2`.
"""

import json
import math
from importlib.metadata import version
from pathlib import Path

import pytrec_eval
from seeded import generator

MEASURES = {"P.1,3,5,10,15,20,30,100,200,500,1000", "recall.1,5,10,100", "success.1,5,10", "ndcg_cut.1,3,5,10,100", "map_cut.5,10,100"}
MEASURES |= {"map", "gm_map", "Rprec", "bpref", "recip_rank", "ndcg", "set_P", "set_recall", "iprec_at_recall"}
MEASURES |= {"num_q", "num_ret", "num_rel", "num_rel_ret"}
TOTALS = {"num_q", "num_ret", "num_rel", "num_rel_ret"}

below = generator(20261116)
qrels, run = {}, {}
for query in range(1, 15):
    documents = [f"d{number}" for number in range(60)]
    share = [3, 8, 30][query % 3]
    judged = {name: [0, 0, 1, 2, 3, -1][below(6)] for name in documents if below(60) < share + 4}
    if query == 4:
        judged = {name: min(0, grade) for name, grade in judged.items()}
    if query != 9:
        qrels[f"q{query}"] = judged
    if query in (5, 11):
        continue
    length = 4 if query == 7 else 25 + below(30)
    # Few different scores in every third query, so that many documents are tied.
    run[f"q{query}"] = {documents[below(60)]: (below(6) / 4 if query % 3 == 0 else below(10**6) / 1000) for _ in range(length)}


def answers(is_complete=False, level=1):
    each = pytrec_eval.RelevanceEvaluator(qrels, MEASURES, relevance_level=level).evaluate(run)
    missing = len(qrels) - len(each) if is_complete else 0
    every = {}
    for name in sorted(next(iter(each.values()))):
        # pytrec_eval does not average over queries that are not in the run; for them trec_eval takes 0, and 0.00001 for the geometric mean.
        values = [own[name] for own in each.values()] + missing * [math.log(0.00001) if name == "gm_map" else 0.0]
        every[name] = pytrec_eval.compute_aggregated_measure(name, values)
    counts = TOTALS if is_complete else set()
    single = {query: {name: own[name] for name in sorted(own) if name != "gm_map"} for query, own in each.items()}
    return {"all": {name: value for name, value in every.items() if name not in counts}, "each": single}


def lines(rows):
    return "".join(f"{row}\n" for row in rows)


Path(__file__).with_suffix(".json").write_text(
    json.dumps(
        {
            "madeWith": f"pytrec_eval-terrier {version('pytrec_eval-terrier')}: test/reference/retrieval.py",
            "qrels": lines(f"{query} 0 {name} {grade}" for query, own in qrels.items() for name, grade in own.items()),
            "run": lines(f"{query} Q0 {name} 0 {score} own" for query, own in run.items() for name, score in own.items()),
            "plain": answers(),
            "complete": answers(is_complete=True),
            "graded": answers(level=2),
        }
    )
    + "\n"
)
