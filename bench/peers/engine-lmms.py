"""The same questions put to the same server by lmms-eval: python engine-lmms.py questions.json connections (needs lmms-eval).

The server's address and key are read from OPENAI_API_BASE and OPENAI_API_KEY, where lmms-eval itself looks for them.
"""

import glob
import json
import os
import sys
import tempfile

# Otherwise datasets.py beside this file would be taken for the library of that name.
sys.path.pop(0)

rows = json.load(open(sys.argv[1]))
connections = int(sys.argv[2])

task = """
task: engine_bench
dataset_path: json
dataset_kwargs: { data_files: { test: "FOLDER/questions.json" } }
test_split: test
output_type: generate_until
doc_to_visual: !function media.images
doc_to_text: text
doc_to_target: answer
generation_kwargs: { max_new_tokens: 16, temperature: 0, do_sample: false }
metric_list:
  - { metric: exact_match, aggregation: mean, higher_is_better: true }
"""


def document(row):
    letters = "\n".join(f"{letter}. {choice}" for letter, choice in zip("ABCD", row["choices"]))
    return {"text": f"{row['question']}\n{letters}\nReply with the letter.", "answer": "A", "images": row["images"]}


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


with tempfile.TemporaryDirectory() as folder:
    write(f"{folder}/questions.json", json.dumps([document(row) for row in rows]))
    write(f"{folder}/engine_bench.yaml", task.replace("FOLDER", folder))
    # Paths, not opened images: only those does it encode once and keep.
    write(f"{folder}/media.py", 'def images(doc):\n    return doc["images"]\n')
    os.environ.update(HF_HOME=f"{folder}/hub", HF_HUB_OFFLINE="1")
    # About what the frames of the others weigh; its own choice would be PNG.
    os.environ.update(LMMS_IMAGE_ENCODE_FORMAT="JPEG", LMMS_IMAGE_JPEG_QUALITY="90")

    from lmms_eval.__main__ import cli_evaluate

    # Of its two clients of such servers the faster one; its num_cpus is the number of requests at a time.
    sys.argv = ["lmms-eval", "--model", "async_openai", "--model_args", f"model_version=bench,num_cpus={connections}"]
    sys.argv += ["--include_path", folder, "--tasks", "engine_bench", "--output_path", f"{folder}/results", "--log_samples"]
    cli_evaluate()

    # It ends with 0 whatever happened, and scores a failed request as a wrong answer.
    found = glob.glob(f"{folder}/results/**/*_results.json", recursive=True)
    assert len(found) == 1, "lmms-eval left no results"
    results = json.load(open(found[0]))
    assert results["n-samples"]["engine_bench"]["effective"] == len(rows), results["n-samples"]
    assert results["results"]["engine_bench"]["exact_match,none"] == 1, results["results"]
