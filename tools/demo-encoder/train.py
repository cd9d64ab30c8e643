"""Trains the small video-text encoder of the demo and writes it as ONNX with its manifest.

    python train.py --held-out held-out.json --output model [--steps 1500] [--seed 1]

Needs torch, onnx and onnxscript. No combination of colour, shape and motion that the demo shows is trained on.
"""

import argparse
import json
import random
import re
import time
from pathlib import Path

import scenes
import torch
from torch import nn
from torch.nn import functional

SIZE = 64
LENGTH = 16

CLIP_TEXTS = {
    "colour": ["{} things", "{}", "the things are {}"],
    "motion": ["things that {}", "{}", "the things {}"],
    "shape": ["{} over a dark ground", "{}", "the things are {}"],
}
WHOLE_TEXTS = ["{c} {s} that {m}", "{c} {s} over a dark ground that {m}", "the {c} {s} {m}"]
HALL_TEXTS = {
    "alarm": ["When does the red alarm light up?", "the red alarm is on", "an alarm lights up"],
    "leak": ["When does water leak onto the floor?", "water leaks onto the floor", "a leak"],
    "visitor": [
        "When does somebody walk through the hall?",
        "somebody walks through the hall",
        "a visitor",
    ],
    None: ["an empty hall", "nothing happens in the hall", "the hall is empty"],
}


def words_of(text):
    return re.findall(r"[^\W]+", text.lower().replace("'", ""))


def vocabulary():
    texts = [text for some in HALL_TEXTS.values() for text in some]
    texts += [text.replace("{}", "") for some in CLIP_TEXTS.values() for text in some]
    texts += [text.format(c="", s="", m="") for text in WHOLE_TEXTS]
    texts += [*scenes.COLOURS, *scenes.SHAPES, *scenes.MOTIONS]
    return sorted({word for text in texts for word in words_of(text)})


class VideoTower(nn.Module):
    """Three convolutions over space and time, then what is there on average and at most."""

    def __init__(self):
        super().__init__()
        def block(before, after, kernel, stride):
            padding = tuple(side // 2 for side in kernel)
            convolution = nn.Conv3d(before, after, kernel, stride, padding, bias=False)
            return nn.Sequential(convolution, nn.BatchNorm3d(after), nn.ReLU())

        self.blocks = nn.Sequential(
            block(3, 12, (1, 5, 5), (1, 2, 2)),
            block(12, 32, (3, 3, 3), (1, 2, 2)),
            block(32, 64, (3, 3, 3), (2, 2, 2)),
        )
        self.head = nn.Linear(128, SIZE)

    def forward(self, frames):
        seen = self.blocks(frames.transpose(1, 2)).flatten(2)
        return functional.normalize(self.head(torch.cat([seen.mean(2), seen.amax(2)], 1)), dim=1)


class TextTower(nn.Module):
    """Vectors of words, of which the most of each counts; fill-up words count nothing."""

    def __init__(self, words):
        super().__init__()
        self.words = nn.Embedding(words + 1, SIZE, padding_idx=0)
        self.hidden = nn.Linear(SIZE, 2 * SIZE)
        self.head = nn.Linear(2 * SIZE, SIZE)

    def forward(self, ids):
        known = (ids > 0).unsqueeze(2).float()
        hidden = functional.relu(self.hidden(self.words(ids))) * known
        return functional.normalize(self.head(hidden.amax(1) + 0.3 * hidden.sum(1)), dim=1)


class Encoder(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.ids = {word: i + 1 for i, word in enumerate(words)}
        self.video = VideoTower()
        self.text = TextTower(len(words))
        self.scale = nn.Parameter(torch.tensor(2.3))

    def logits(self, videos, texts):
        rows = [[self.ids[word] for word in words_of(text) if word in self.ids] for text in texts]
        ids = torch.tensor([(row + [0] * LENGTH)[:LENGTH] for row in rows])
        return self.scale.exp().clamp(max=50) * videos @ self.text(ids).T


def loss_of(model, combinations, drawn, generator, pick):
    """How well texts about each property, about the whole, and about halls find their videos."""
    events = [pick.choice([*scenes.EVENTS, None]) for _ in range(len(drawn) // 2)]
    frames = torch.cat([scenes.clips(drawn, generator), scenes.halls(events, generator)])
    vectors = model.video((scenes.spoiled(frames, generator) - 0.5) / 0.25)
    shown, hall = vectors[: len(drawn)], vectors[len(drawn) :]
    loss = 0
    names = {"colour": [*scenes.COLOURS], "shape": [*scenes.SHAPES], "motion": [*scenes.MOTIONS]}
    for place, (kind, own) in enumerate([(k, names[k]) for k in ("colour", "shape", "motion")]):
        text = pick.choice(CLIP_TEXTS[kind])
        truth = torch.tensor([own.index(one[place]) for one in drawn])
        loss = loss + functional.cross_entropy(
            model.logits(shown, [text.format(name) for name in own]), truth
        )
    text = pick.choice(WHOLE_TEXTS)
    whole = [text.format(c=c, s=s, m=m) for c, s, m in combinations]
    truth = torch.tensor([combinations.index(one) for one in drawn])
    loss = loss + functional.cross_entropy(model.logits(shown, whole), truth)
    kinds = [*HALL_TEXTS]
    texts = [pick.choice(HALL_TEXTS[kind]) for kind in kinds]
    truth = torch.tensor([kinds.index(one) for one in events])
    return loss + functional.cross_entropy(model.logits(hall, texts), truth)


@torch.no_grad()
def measured(model, combinations, generator, order=None):
    """Shares of clips, and windows of the hall, whose texts are found; frames in another order if given."""
    model.eval()
    clips = scenes.spoiled(scenes.clips(combinations * 4, generator), generator)
    if order is not None:
        clips = clips[:, order]
    vectors = model.video((clips - 0.5) / 0.25)
    result = {}
    names = {"colour": [*scenes.COLOURS], "shape": [*scenes.SHAPES], "motion": [*scenes.MOTIONS]}
    for place, kind in enumerate(("colour", "shape", "motion")):
        texts = [CLIP_TEXTS[kind][0].format(name) for name in names[kind]]
        truth = torch.tensor([names[kind].index(one[place]) for one in combinations * 4])
        result[kind] = float((model.logits(vectors, texts).argmax(1) == truth).float().mean())
    events = [*HALL_TEXTS] * 24
    halls = scenes.spoiled(scenes.halls(events, generator), generator)
    logits = model.logits(model.video((halls - 0.5) / 0.25), [one[0] for one in HALL_TEXTS.values()])
    truth = torch.tensor([[*HALL_TEXTS].index(one) for one in events])
    result["hall"] = float((logits.argmax(1) == truth).float().mean())
    model.train()
    return {name: round(share, 3) for name, share in result.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--held-out", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    generator = torch.Generator().manual_seed(given.seed)
    pick = random.Random(given.seed)
    held_out = [tuple(one) for one in json.loads(given.held_out.read_text())]
    every = [(c, s, m) for c in scenes.COLOURS for s in scenes.SHAPES for m in scenes.MOTIONS]
    trained = [one for one in every if one not in set(held_out)]
    print(f"{len(trained)} combinations are trained on, {len(held_out)} held out")
    words = vocabulary()
    model = Encoder(words)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=given.steps)
    began = time.time()
    for step in range(1, given.steps + 1):
        drawn = [pick.choice(trained) for _ in range(32)]
        loss = loss_of(model, trained, drawn, generator, pick)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1)
        optimizer.step()
        schedule.step()
        if step % 100 == 0 or step == given.steps:
            print(step, f"{time.time() - began:.0f} s", f"loss {loss.item():.3f}",
                  "held out", measured(model, held_out, generator), flush=True)
    order = torch.randperm(scenes.FRAMES, generator=generator)
    report = {
        "trained combinations": len(trained),
        "held-out combinations": len(held_out),
        "steps": given.steps,
        "seed": given.seed,
        "trained on": measured(model, trained, generator),
        "held out": measured(model, held_out, generator),
        "held out, frames shuffled": measured(model, held_out, generator, order),
    }
    print(json.dumps(report, indent=1))
    export(model.eval(), words, given.output, report)


def export(model, words, output, report):
    output.mkdir(parents=True, exist_ok=True)
    frames = torch.zeros(2, scenes.FRAMES, 3, scenes.HEIGHT, scenes.WIDTH)
    ids = torch.zeros(2, LENGTH, dtype=torch.long)
    for name, tower, example in (("video", model.video, frames), ("text", model.text, ids)):
        torch.onnx.export(
            tower, (example,), output / f"{name}.onnx", input_names=["input"],
            output_names=["embedding"], dynamic_axes={"input": {0: "batch"}, "embedding": {0: "batch"}},
            opset_version=17, dynamo=False,
        )
    (output / "words.txt").write_text("\n".join(words) + "\n")
    (output / "report.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
