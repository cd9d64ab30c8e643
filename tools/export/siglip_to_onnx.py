"""Exports a SigLIP or SigLIP 2 of transformers: image.onnx, text.onnx, tokenizer.json, manifest.yaml.

    pip install transformers sentencepiece onnx pyyaml
    python tools/export/siglip_to_onnx.py google/siglip2-base-patch16-224 models/siglip2

SigLIP was trained on texts without punctuation in lower case (clean: canonical), SigLIP 2 on texts
in lower case (clean: lower).
"""

import pathlib
import sys

import torch

from onnx_folder import Method, write_graph, write_manifest


def pooled(output):
    return output.pooler_output if hasattr(output, "pooler_output") else output


def export(model, tokenizer, folder, *, length=64, padding=None, clean="lower"):
    """`tokenizer`: a fast tokenizer of transformers, or one of tokenizers with its `padding`."""
    folder = pathlib.Path(folder)
    size = model.config.vision_config.image_size
    write_graph(Method(model, "get_image_features", pooled), torch.zeros(2, 3, size, size), folder / "image.onnx")
    write_graph(Method(model, "get_text_features", pooled), torch.ones(2, length, dtype=torch.long), folder / "text.onnx")
    backend = getattr(tokenizer, "backend_tokenizer", tokenizer)
    backend.no_truncation()
    backend.no_padding()
    backend.save(str(folder / "tokenizer.json"))
    write_manifest(
        folder,
        {
            "image": {"file": "image.onnx", "input": "input", "output": "embedding"},
            "text": {"file": "text.onnx", "input": "input", "output": "embedding", "length": length},
            "tokenizer": {
                "kind": "sentencepiece",
                "file": "tokenizer.json",
                "clean": clean,
                "padding": tokenizer.pad_token_id if padding is None else padding,
            },
            "size": size,
            "resize": "stretch",
            "filter": "bilinear" if clean == "lower" else "bicubic",
            "mean": [0.5, 0.5, 0.5],
            "std": [0.5, 0.5, 0.5],
        },
    )


def main(name, folder):
    from transformers import AutoModel, AutoTokenizer

    model = AutoModel.from_pretrained(name).eval()
    clean = "lower" if "siglip2" in name else "canonical"
    export(model, AutoTokenizer.from_pretrained(name, use_fast=True), folder, clean=clean)


if __name__ == "__main__":
    main(*sys.argv[1:])
