"""Exports ViCLIP (InternVid, arXiv 2307.06942): video.onnx, text.onnx, merges, manifest.yaml.

    pip install open_clip_torch onnx pyyaml
    python tools/export/viclip_to_onnx.py ViCLIP-L_InternVid-FLT-10M.pth models/viclip

The checkpoint is on the hub (OpenGVLab/ViCLIP). The architecture below is written from the paper;
names of parameters are those of the checkpoint. The tokenizer is CLIP's.
"""

import pathlib
import shutil
import sys
from collections import OrderedDict

import torch
from torch import nn

from onnx_folder import Method, write_graph, write_manifest


class QuickGelu(nn.Module):
    def forward(self, value):
        return value * torch.sigmoid(1.702 * value)


class Block(nn.Module):
    """A layer of a transformer that normalises first; tokens are in the second axis."""

    def __init__(self, width, heads, mask=None):
        super().__init__()
        self.attn = nn.MultiheadAttention(width, heads, batch_first=True)
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        layers = [("c_fc", nn.Linear(width, 4 * width)), ("gelu", QuickGelu()), ("c_proj", nn.Linear(4 * width, width))]
        self.mlp = nn.Sequential(OrderedDict(layers))
        self.mask = mask

    def forward(self, tokens):
        seen = self.ln_1(tokens)
        tokens = tokens + self.attn(seen, seen, seen, need_weights=False, attn_mask=self.mask)[0]
        return tokens + self.mlp(self.ln_2(tokens))


class Transformer(nn.Module):
    def __init__(self, width, layers, heads, mask=None):
        super().__init__()
        self.resblocks = nn.Sequential(*[Block(width, heads, mask) for _ in range(layers)])

    def forward(self, tokens):
        return self.resblocks(tokens)


class VideoTower(nn.Module):
    """CLIP's vision transformer whose patches of all frames attend to each other."""

    def __init__(self, size, patch, width, layers, heads, frames, dimensions):
        super().__init__()
        self.conv1 = nn.Conv3d(3, width, (1, patch, patch), (1, patch, patch), bias=False)
        scale = width**-0.5
        self.class_embedding = nn.Parameter(scale * torch.randn(width))
        self.positional_embedding = nn.Parameter(scale * torch.randn((size // patch) ** 2 + 1, width))
        self.temporal_positional_embedding = nn.Parameter(scale * torch.randn(1, frames, width))
        self.ln_pre, self.ln_post = nn.LayerNorm(width), nn.LayerNorm(width)
        self.transformer = Transformer(width, layers, heads)
        self.proj = nn.Parameter(scale * torch.randn(width, dimensions))

    def forward(self, videos):
        """Videos as batch, time, colour, height, width."""
        patches = self.conv1(videos.transpose(1, 2)).flatten(3).permute(0, 2, 3, 1)
        patches = patches + self.positional_embedding[1:] + self.temporal_positional_embedding.unsqueeze(2)
        whole = (self.class_embedding + self.positional_embedding[0]).expand(videos.shape[0], 1, -1)
        tokens = self.ln_pre(torch.cat([whole, patches.flatten(1, 2)], dim=1))
        return self.ln_post(self.transformer(tokens)[:, 0]) @ self.proj


class TextTower(nn.Module):
    """CLIP's text transformer; the token that ends a text, which has the highest id, stands for it."""

    def __init__(self, words, length, width, layers, heads, dimensions):
        super().__init__()
        self.token_embedding = nn.Embedding(words, width)
        self.positional_embedding = nn.Parameter(0.01 * torch.randn(length, width))
        self.transformer = Transformer(width, layers, heads, torch.full((length, length), float("-inf")).triu(1))
        self.ln_final = nn.LayerNorm(width)
        self.text_projection = nn.Parameter(width**-0.5 * torch.randn(width, dimensions))

    def forward(self, ids):
        tokens = self.ln_final(self.transformer(self.token_embedding(ids) + self.positional_embedding))
        ends = ids.argmax(dim=1).view(-1, 1, 1).expand(-1, 1, tokens.shape[2])
        return tokens.gather(1, ends).squeeze(1) @ self.text_projection


class Viclip(nn.Module):
    def __init__(self, size=224, patch=14, frames=8, words=49408, length=32, dimensions=768, vision=(1024, 24, 16), text=(768, 12, 12)):
        super().__init__()
        self.size, self.frames, self.length = size, frames, length
        self.vision_encoder = VideoTower(size, patch, *vision, frames, dimensions)
        self.text_encoder = TextTower(words, length, *text, dimensions)

    def encode_video(self, videos):
        return self.vision_encoder(videos)

    def encode_text(self, ids):
        return self.text_encoder(ids)


def export(model, folder, merges):
    folder, merges = pathlib.Path(folder), pathlib.Path(merges)
    example = torch.zeros(2, model.frames, 3, model.size, model.size)
    write_graph(Method(model, "encode_video"), example, folder / "video.onnx")
    write_graph(Method(model, "encode_text"), torch.ones(2, model.length, dtype=torch.long), folder / "text.onnx")
    if merges.resolve() != (folder / merges.name).resolve():
        shutil.copyfile(merges, folder / merges.name)
    write_manifest(
        folder,
        {
            "video": {"file": "video.onnx", "input": "input", "output": "embedding", "layout": "btchw"},
            "text": {"file": "text.onnx", "input": "input", "output": "embedding", "length": model.length},
            "tokenizer": {"kind": "clip", "merges": merges.name},
            "size": model.size,
            "resize": "stretch",
            "mean": [0.485, 0.456, 0.406],
            "std": [0.229, 0.224, 0.225],
            "frames": model.frames,
        },
    )


def main(checkpoint, folder):
    import open_clip

    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model = Viclip()
    left = model.load_state_dict(state.get("model", state), strict=False)
    if left.missing_keys:
        sys.exit(f"{checkpoint}: lacks {', '.join(left.missing_keys[:5])}")
    export(model, folder, open_clip.tokenizer.default_bpe())


if __name__ == "__main__":
    main(*sys.argv[1:])
