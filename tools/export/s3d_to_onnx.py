"""Exports S3D-G trained on HowTo100M (arXiv 1912.06430): video.onnx, text.onnx, words, manifest.yaml.

    pip install torch onnx pyyaml
    python tools/export/s3d_to_onnx.py s3d_howto100m.pth s3d_dict.npy models/s3d

Checkpoint and words are published by the authors. The architecture below is written from the papers
(S3D-G: arXiv 1712.04851); names of parameters are those of the checkpoint.
"""

import pathlib
import shutil
import sys

import torch
from torch import nn

from onnx_folder import Method, write_graph, write_manifest

# Channels of a mixed block: 1x1; 1x1 then 3x3x3; 1x1 then 3x3x3; pooled then 1x1.
MIXED = {
    "mixed_3b": (64, 96, 128, 16, 32, 32),
    "mixed_3c": (128, 128, 192, 32, 96, 64),
    "mixed_4b": (192, 96, 208, 16, 48, 64),
    "mixed_4c": (160, 112, 224, 24, 64, 64),
    "mixed_4d": (128, 128, 256, 24, 64, 64),
    "mixed_4e": (112, 144, 288, 32, 64, 64),
    "mixed_4f": (256, 160, 320, 32, 128, 128),
    "mixed_5b": (256, 160, 320, 32, 128, 128),
    "mixed_5c": (384, 192, 384, 48, 128, 128),
}


class Convolution(nn.Module):
    """A convolution in space and time; `separable`: in space, then in time."""

    def __init__(self, inputs, outputs, kernel=(1, 1, 1), padding=(0, 0, 0), separable=False):
        super().__init__()
        first = (1, *kernel[1:]) if separable else kernel
        self.conv1 = nn.Conv3d(inputs, outputs, first, padding=(0, *padding[1:]) if separable else padding, bias=False)
        self.bn1 = nn.BatchNorm3d(outputs)
        self.separable = separable
        if separable:
            self.conv2 = nn.Conv3d(outputs, outputs, (kernel[0], 1, 1), padding=(padding[0], 0, 0), bias=False)
            self.bn2 = nn.BatchNorm3d(outputs)

    def forward(self, value):
        value = self.bn1(self.conv1(value)).relu()
        return self.bn2(self.conv2(value)).relu() if self.separable else value


def cube(inputs, outputs):
    return Convolution(inputs, outputs, (3, 3, 3), (1, 1, 1), separable=True)


class Gate(nn.Module):
    """Weighs channels by what is seen of them on the whole."""

    def __init__(self, channels):
        super().__init__()
        self.fc = nn.Linear(channels, channels)

    def forward(self, value):
        return torch.sigmoid(self.fc(value.mean((2, 3, 4))))[:, :, None, None, None] * value


class Mixed(nn.Module):
    def __init__(self, inputs, b0, b1a, b1b, b2a, b2b, b3):
        super().__init__()
        self.conv_b0 = Convolution(inputs, b0)
        self.conv_b1_a, self.conv_b1_b = Convolution(inputs, b1a), cube(b1a, b1b)
        self.conv_b2_a, self.conv_b2_b = Convolution(inputs, b2a), cube(b2a, b2b)
        self.conv_b3_b = Convolution(inputs, b3)
        self.pool = nn.MaxPool3d(3, stride=1, padding=1)
        self.gating_b0, self.gating_b1, self.gating_b2, self.gating_b3 = map(Gate, (b0, b1b, b2b, b3))
        self.channels = b0 + b1b + b2b + b3

    def forward(self, value):
        branches = [
            self.gating_b0(self.conv_b0(value)),
            self.gating_b1(self.conv_b1_b(self.conv_b1_a(value))),
            self.gating_b2(self.conv_b2_b(self.conv_b2_a(value))),
            self.gating_b3(self.conv_b3_b(self.pool(value))),
        ]
        return torch.cat(branches, dim=1)


class SamePool(nn.Module):
    """Maximum with TensorFlow's padding: by what kernel and stride differ, more of it at the end."""

    def __init__(self, kernel, stride):
        super().__init__()
        padding = []
        for side, step in reversed(list(zip(kernel, stride))):
            missing = max(side - step, 0)
            padding += [missing // 2, missing - missing // 2]
        self.padding = padding
        self.pool = nn.MaxPool3d(kernel, stride, ceil_mode=True)

    def forward(self, value):
        return self.pool(nn.functional.pad(value, self.padding))


class SentenceTower(nn.Module):
    """The greatest value of each hidden number over the words of a text."""

    def __init__(self, words, dimensions, word_width, hidden):
        super().__init__()
        self.word_embd = nn.Embedding(words, word_width)
        self.fc1, self.fc2 = nn.Linear(word_width, hidden), nn.Linear(hidden, dimensions)

    def forward(self, ids):
        return self.fc2(self.fc1(self.word_embd(ids)).relu().max(dim=1)[0])


class S3d(nn.Module):
    """`narrowing` divides all channels, for small models of the same architecture."""

    def __init__(self, size=224, frames=32, words=66250, length=16, dimensions=512, word_width=300, hidden=2048, narrowing=1):
        super().__init__()
        self.size, self.frames, self.length = size, frames, length
        narrow = lambda channels: max(1, channels // narrowing)
        self.conv1 = Convolution(24, narrow(64), (2, 4, 4), (1, 2, 2))
        self.conv_2b = Convolution(narrow(64), narrow(64))
        self.conv_2c = cube(narrow(64), narrow(192))
        self.gating = Gate(narrow(192))
        channels = narrow(192)
        for name, widths in MIXED.items():
            block = Mixed(channels, *map(narrow, widths))
            setattr(self, name, block)
            channels = block.channels
        self.fc = nn.Linear(channels, dimensions)
        self.flat_pool = SamePool((1, 3, 3), (1, 2, 2))
        self.deep_pool = SamePool((3, 3, 3), (2, 2, 2))
        self.last_pool = SamePool((2, 2, 2), (2, 2, 2))
        self.text_module = SentenceTower(words, dimensions, word_width, hidden)

    def encode_video(self, videos):
        """Videos as batch, colour, time, height, width; cubes of 2x2x2 pixels become channels."""
        batch, colours, frames, height, width = videos.shape
        cubes = videos.reshape(batch, colours, frames // 2, 2, height // 2, 2, width // 2, 2)
        value = cubes.permute(0, 3, 5, 7, 1, 2, 4, 6).reshape(batch, 8 * colours, frames // 2, height // 2, width // 2)
        value = self.flat_pool(self.conv1(value)[:, :, 1:, 1:, 1:])
        value = self.flat_pool(self.gating(self.conv_2c(self.conv_2b(value))))
        value = self.deep_pool(self.mixed_3c(self.mixed_3b(value)))
        for name in ("mixed_4b", "mixed_4c", "mixed_4d", "mixed_4e", "mixed_4f"):
            value = getattr(self, name)(value)
        value = self.mixed_5c(self.mixed_5b(self.last_pool(value)))
        return self.fc(value.mean((2, 3, 4)))

    def encode_text(self, ids):
        return self.text_module(ids)


def export(model, folder, words):
    folder, words = pathlib.Path(folder), pathlib.Path(words)
    example = torch.zeros(2, 3, model.frames, model.size, model.size)
    write_graph(Method(model, "encode_video"), example, folder / "video.onnx")
    write_graph(Method(model, "encode_text"), torch.ones(2, model.length, dtype=torch.long), folder / "text.onnx")
    if words.resolve() != (folder / words.name).resolve():
        shutil.copyfile(words, folder / words.name)
    write_manifest(
        folder,
        {
            "video": {"file": "video.onnx", "input": "input", "output": "embedding", "layout": "bcthw"},
            "text": {"file": "text.onnx", "input": "input", "output": "embedding", "length": model.length},
            "tokenizer": {"kind": "words", "vocab": words.name},
            "size": model.size,
            "resize": "stretch",
            "frames": model.frames,
            "normalize": False,
        },
    )


def main(checkpoint, words, folder):
    model = S3d()
    left = model.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True), strict=False)
    if left.missing_keys:
        sys.exit(f"{checkpoint}: lacks {', '.join(left.missing_keys[:5])}")
    export(model, folder, words)


if __name__ == "__main__":
    main(*sys.argv[1:])
