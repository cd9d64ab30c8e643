"""sacreBLEU's paired bootstrap of the systems in a JSON file: CPU seconds and p-values."""

import json
import sys
import time

from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

with open(sys.argv[1]) as file:
    given = json.load(file)
started = time.process_time()
_, scores = PairedTest(
    [(str(at), texts) for at, texts in enumerate(given["systems"])],
    {"BLEU": BLEU()},
    [given["references"]],
    test_type="bs",
)()
seconds = time.process_time() - started
print(json.dumps({"seconds": seconds, "p": [one.p_value for one in scores["BLEU"][1:]]}))
