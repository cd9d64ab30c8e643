"""Writes sentence-encoder/bert/onnx/model_quantized.onnx: the tiny BERT with weights in 8 bits, whose activations are quantised by the range of the whole batch.

Such graphs are what `onnxruntime.quantization.quantize_dynamic` makes, and what the hub's `model_quantized.onnx` files are. quantised.json: the vectors that ONNX Runtime gives to
each text alone, and how far those in one padded batch are from them. Made with onnx 1.23.2 and onnxruntime 1.31.1 by
    python -P test/reference/sentence-encoder-quantised.py && npx biome format --write test/reference/sentence-encoder/quantised.json
"""
import json
import pathlib

import numpy as np
import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic

HERE = pathlib.Path(__file__).parent / "sentence-encoder"
graph = HERE / "bert" / "onnx" / "model_quantized.onnx"
quantize_dynamic(HERE / "bert" / "onnx" / "model.onnx", graph, weight_type=QuantType.QInt8)
expected = json.loads((HERE / "expected.json").read_text())
session = onnxruntime.InferenceSession(graph)
PADDING = json.loads((HERE / "bert" / "config.json").read_text())["pad_token_id"]


def vectors(texts):
    longest = max(len(ids) for ids in texts)
    ids = np.array([[*one, *[PADDING] * (longest - len(one))] for one in texts], dtype=np.int64)
    mask = np.array([[1] * len(one) + [0] * (longest - len(one)) for one in texts], dtype=np.int64)
    fed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    (tokens,) = session.run(None, {name: value for name, value in fed.items() if name in [one.name for one in session.get_inputs()]})
    pooled = (tokens * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
    return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)


alone = [vectors([ids])[0] for ids in expected["bert"]["ids"]]
together = vectors(expected["bert"]["ids"])
largest = max(float(np.abs(a - b).max()) for a, b in zip(alone, together))
print("largest difference between alone and together:", largest)
(HERE / "quantised.json").write_text(
    json.dumps(
        {
            "madeWith": f"onnxruntime {onnxruntime.__version__}: test/reference/sentence-encoder-quantised.py",
            "largestDifference": largest,
            "vectors": [[float(value) for value in one] for one in alone],
        }
    )
)
