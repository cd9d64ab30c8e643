"""Exports a sentence encoder of transformers: onnx/model.onnx, tokenizer.json, manifest.yaml.

    pip install transformers onnx pyyaml
    python tools/export/sentence_encoder_to_onnx.py sentence-transformers/all-MiniLM-L6-v2 models/minilm 256

The number is the length of texts in tokens (max_seq_length of the model's sentence_bert_config.json).
Models of the hub that have onnx/model.onnx need no export: presets all-mpnet-base-v2, all-minilm-l6-v2.
"""

import pathlib
import sys
import warnings

import torch

from onnx_folder import write_manifest


class LastHiddenState(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask):
        return self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state


def export(model, tokenizer, folder, *, length, pooling="mean"):
    folder = pathlib.Path(folder)
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    fed = tokenizer(["two texts", "of different length"], padding=True, return_tensors="pt")
    names = ["input_ids", "attention_mask"]
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            LastHiddenState(model).eval(),
            tuple(fed[name] for name in names),
            str(folder / "onnx" / "model.onnx"),
            input_names=names,
            output_names=["last_hidden_state"],
            dynamic_axes={name: {0: "batch", 1: "tokens"} for name in [*names, "last_hidden_state"]},
            opset_version=17,
            dynamo=False,
        )
    tokenizer.backend_tokenizer.no_truncation()
    tokenizer.backend_tokenizer.no_padding()
    tokenizer.backend_tokenizer.save(str(folder / "tokenizer.json"))
    write_manifest(
        folder,
        {
            "text": {"file": "onnx/model.onnx", "input": "input_ids", "output": "last_hidden_state", "length": length},
            "tokenizer": {"kind": "huggingface", "file": "tokenizer.json"},
            "pooling": pooling,
        },
    )


def main(name, folder, length):
    from transformers import AutoModel, AutoTokenizer

    export(AutoModel.from_pretrained(name).eval(), AutoTokenizer.from_pretrained(name), folder, length=int(length))


if __name__ == "__main__":
    main(*sys.argv[1:])
