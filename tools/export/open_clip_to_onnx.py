"""Exports a model of OpenCLIP: image.onnx, text.onnx, its merges and manifest.yaml.

    pip install open_clip_torch onnx pyyaml
    python tools/export/open_clip_to_onnx.py ViT-B-32 laion2b_s34b_b79k models/vit-b-32

Models with OpenCLIP's own tokenizer (all of the presets openclip-vit-…).
"""

import pathlib
import shutil
import sys

import open_clip
import torch

from onnx_folder import Method, write_graph, write_manifest


def export(model, folder, *, size, mean, std, length=77, merges=None, resize="crop"):
    """`merges`: the file of the tokenizer; OpenCLIP's own if left out."""
    folder = pathlib.Path(folder)
    merges = pathlib.Path(merges or open_clip.tokenizer.default_bpe())
    write_graph(Method(model, "encode_image"), torch.zeros(2, 3, size, size), folder / "image.onnx")
    write_graph(Method(model, "encode_text"), torch.ones(2, length, dtype=torch.long), folder / "text.onnx")
    if merges.resolve() != (folder / merges.name).resolve():
        shutil.copyfile(merges, folder / merges.name)
    write_manifest(
        folder,
        {
            "image": {"file": "image.onnx", "input": "input", "output": "embedding"},
            "text": {"file": "text.onnx", "input": "input", "output": "embedding", "length": length},
            "tokenizer": {"kind": "clip", "merges": merges.name},
            "size": size,
            "resize": resize,
            "mean": list(mean),
            "std": list(std),
        },
    )


def main(name, pretrained, folder):
    model = open_clip.create_model(name, pretrained=pretrained)
    visual = model.visual
    size = visual.image_size[0] if isinstance(visual.image_size, tuple) else visual.image_size
    mean = getattr(visual, "image_mean", None) or open_clip.OPENAI_DATASET_MEAN
    std = getattr(visual, "image_std", None) or open_clip.OPENAI_DATASET_STD
    export(model, folder, size=size, mean=mean, std=std, length=model.context_length)


if __name__ == "__main__":
    main(*sys.argv[1:])
