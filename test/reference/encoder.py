"""Writes encoder/{clip,siglip,viclip,s3d,external}: tiny random encoders as ONNX with manifests, and expected.json: what PyTorch, Pillow and the original tokenizers answer.

Needs open_clip_torch, transformers, tokenizers, torchvision, av, onnx and pyyaml:
    python -P test/reference/encoder.py && npx biome format --write test/reference/encoder
The models are exported by the scripts of tools/export. Published figures were made with Pillow 10 to 12, see fit-pixels.py.
"""

import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter

import av
import numpy as np
import onnx
import open_clip
import PIL
import tokenizers
import torch
import transformers
from open_clip.tokenizer import SimpleTokenizer, bytes_to_unicode, canonicalize_text
from PIL import Image
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from torchvision.transforms import CenterCrop, Compose, InterpolationMode, Normalize, Resize, ToTensor

HERE = pathlib.Path(__file__).parent / "encoder"
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "export"))
import open_clip_to_onnx  # noqa: E402
import s3d_to_onnx  # noqa: E402
import siglip_to_onnx  # noqa: E402
import viclip_to_onnx  # noqa: E402

CORPUS = """a person opens the door and walks into the kitchen. she pours the water into a glass and puts it on the table.
the red ball rolls over the floor to the left, then the blue one follows. he cuts the bread, washes the knife and closes the drawer.
two people are playing chess near the window; it's raining and they don't look outside. we'll clean the pan in the sink."""
TEXTS = [
    "a person opens the door",
    "The RED ball rolls to the left, then the blue one follows.",
    "",
    "It's raining & they don't look outside!! We'll wait...",
    "Überraschung — naïve café №123",
    "“curly” ‘quotes’ &amp; &lt;tags&gt;\t\n  spaces",
    "snake_case words, 42 x's and 日本語 🙂",
    "the water and then the knife and then the bread " * 6,
]
SIZE = 32


def hash32(n):
    n = ((n ^ (n >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    n = ((n ^ (n >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    return n ^ (n >> 16)


def picture(time, width=40, height=30):
    """Slopes that move with time, and a grain; restated in encoder.test.ts."""
    values = [
        (x * (5 + 3 * c) + y * 7 + time * (11 + 20 * c) + (hash32((time * height + y) * width * 3 + x * 3 + c) & 31)) % 256
        for y in range(height)
        for x in range(width)
        for c in range(3)
    ]
    return Image.frombytes("RGB", (width, height), bytes(values))


def scene(count):
    """Frames of the video that encoder-video.ts writes, spread evenly, as PyAV decodes them."""
    root = pathlib.Path(__file__).parents[2]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "scene.mkv"
        subprocess.run([root / "node_modules/.bin/node", root / "test/reference/encoder-video.ts", path], check=True)
        with av.open(str(path)) as container:
            frames = [Image.fromarray(frame.to_ndarray(format="rgb24")) for frame in container.decode(video=0)]
    return [frames[i] for i in np.linspace(0, len(frames) - 1, count, dtype=int)]


def prepared(resize, interpolation, mean, std):
    steps = [Resize((SIZE, SIZE), interpolation)] if resize == "stretch" else [Resize(SIZE, interpolation), CenterCrop(SIZE)]
    return Compose([*steps, ToTensor(), Normalize(mean, std)])


def learnt_merges(count):
    """Byte pairs of the corpus, most frequent first; ties in the order of letters."""
    letters = bytes_to_unicode()
    counts = Counter(re.findall(r"[a-z]+|[^\sa-z]+", CORPUS.lower()))
    words = {word: [letters[b] for b in word.encode()] for word in counts}
    words = {word: [*parts[:-1], parts[-1] + "</w>"] for word, parts in words.items()}
    merges = []
    for _ in range(count):
        pairs = Counter()
        for word, parts in words.items():
            for pair in zip(parts, parts[1:]):
                pairs[pair] += counts[word]
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        for word, parts in words.items():
            joined, i = [], 0
            while i < len(parts):
                both = tuple(parts[i : i + 2]) == best
                joined.append("".join(best) if both else parts[i])
                i += 2 if both else 1
            words[word] = joined
    return merges


def write_merges():
    merges = learnt_merges(90)
    text = "\n".join(["#version: tiny", *[" ".join(pair) for pair in merges]])
    for folder in ("clip", "viclip"):
        (HERE / folder).mkdir(parents=True, exist_ok=True)
        (HERE / folder / "merges.txt.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    folder = HERE / "tokenizers"
    folder.mkdir(exist_ok=True)
    letters = list(bytes_to_unicode().values())
    vocabulary = [*letters, *[f"{one}</w>" for one in letters], *["".join(pair) for pair in merges], "<|startoftext|>", "<|endoftext|>"]
    (folder / "clip-vocab.json").write_text(json.dumps({token: i for i, token in enumerate(vocabulary)}))
    (folder / "clip-merges.txt").write_text(text + "\n")


def unigram():
    made = Tokenizer(models.Unigram())
    made.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(tokenizers.Regex(" {2,}"), " ")])
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    specials = ["<pad>", "</s>", "<unk>"]
    made.train_from_iterator(CORPUS.split("\n"), trainers.UnigramTrainer(vocab_size=120, special_tokens=specials, unk_token="<unk>", show_progress=False))
    made.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    made.decoder = decoders.Metaspace()
    return made


def byte_fallback():
    """A byte-pair tokenizer as Gemma's: spaces are letters, unknown letters are bytes."""
    made = Tokenizer(models.BPE(byte_fallback=True, unk_token="<unk>", fuse_unk=True))
    made.normalizer = normalizers.Replace(" ", "▁")
    made.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    specials = ["<pad>", "<eos>", "<bos>", "<unk>", *[f"<0x{byte:02X}>" for byte in range(256)]]
    made.train_from_iterator(CORPUS.lower().split("\n"), trainers.BpeTrainer(vocab_size=400, max_token_length=6, special_tokens=specials, show_progress=False))
    made = json.loads(made.to_str())
    # Bytes are ordinary tokens of such a tokenizer.
    made["added_tokens"] = made["added_tokens"][:4]
    made = Tokenizer.from_str(json.dumps(made))
    made.post_processor = processors.TemplateProcessing(single="$A <eos>", special_tokens=[("<eos>", 1)])
    return made


def word_pieces():
    words = sorted(set(re.findall(r"[a-z]{3,6}", CORPUS.lower())))[:60]
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *[f"##{one}" for one in letters], *words, "##ing", "##s", *".,!?'&-_;:#№"]
    (HERE / "tokenizers" / "wordpiece.txt").write_text("\n".join(tokens) + "\n")
    made = Tokenizer(models.WordPiece({token: i for i, token in enumerate(tokens)}, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return made


def cut(made, text, length):
    made.enable_truncation(length)
    ids = made.encode(text).ids
    made.no_truncation()
    return ids


def tokenizer_answers(spoken, gemma, pieces, words):
    clip = SimpleTokenizer(bpe_path=str(HERE / "clip" / "merges.txt.gz"))
    fast = transformers.CLIPTokenizerFast(str(HERE / "tokenizers" / "clip-vocab.json"), str(HERE / "tokenizers" / "clip-merges.txt"))
    lookup = {word: i + 1 for i, word in enumerate(words)}
    told = lambda text: [lookup[word] for word in re.findall(r"[\w']+", text.lower()) if word in lookup]
    plain = [text for text in TEXTS if text.isascii() and "&" not in text]
    return {
        "clip": [clip(text, 24)[0].tolist() for text in TEXTS],
        "clipTransformers": {"texts": plain, "ids": [fast(text, truncation=True, max_length=24)["input_ids"] for text in plain]},
        "unigram": [cut(spoken, canonicalize_text(open_clip.tokenizer.basic_clean(text)), 16) for text in TEXTS],
        "byteFallback": [cut(gemma, text.lower(), 16) for text in TEXTS],
        "wordpiece": [cut(pieces, text, 16) for text in TEXTS],
        "words": [told(text)[:16] for text in TEXTS],
    }


def rounded(tensor):
    return [[round(float(value), 8) for value in row] for row in tensor]


def unit(tensor):
    return torch.nn.functional.normalize(tensor, dim=-1)


def louder(model, factor):
    """Random weights as they are initialised give nearly equal vectors; larger ones do not."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(factor)
    return model.eval()


def make_clip():
    words = SimpleTokenizer(bpe_path=str(HERE / "clip" / "merges.txt.gz"))
    model = open_clip.CLIP(
        embed_dim=16,
        vision_cfg=dict(layers=1, width=8, head_width=4, patch_size=8, image_size=SIZE),
        text_cfg=dict(context_length=24, vocab_size=words.vocab_size, width=8, heads=2, layers=1),
    )
    model = louder(model, 2)
    mean, std = open_clip.OPENAI_DATASET_MEAN, open_clip.OPENAI_DATASET_STD
    open_clip_to_onnx.export(model, HERE / "clip", size=SIZE, mean=mean, std=std, length=24, merges=HERE / "clip" / "merges.txt.gz")
    answers = {}
    for resize in ("crop", "stretch"):
        seen = prepared(resize, InterpolationMode.BICUBIC, mean, std)
        frames = unit(model.encode_image(torch.stack([seen(picture(t)) for t in range(4)])))
        answers[resize] = {"frames": rounded(frames), "mean": rounded(frames.mean(0, keepdim=True))[0]}
    texts = unit(model.encode_text(words(TEXTS, 24)))
    seen = prepared("crop", InterpolationMode.BICUBIC, mean, std)
    video = unit(unit(model.encode_image(torch.stack([seen(frame) for frame in scene(8)]))).mean(0))
    return {**answers, "texts": rounded(texts), "scene": rounded([texts @ video])[0]}


def make_siglip(spoken):
    sizes = dict(hidden_size=8, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2)
    config = transformers.SiglipConfig(
        text_config=dict(vocab_size=spoken.get_vocab_size(), max_position_embeddings=16, projection_size=8, pad_token_id=0, bos_token_id=1, eos_token_id=1, **sizes),
        vision_config=dict(image_size=SIZE, patch_size=8, **sizes),
    )
    model = louder(transformers.SiglipModel(config), 3)
    siglip_to_onnx.export(model, spoken, HERE / "siglip", length=16, padding=1, clean="canonical")
    seen = prepared("stretch", InterpolationMode.BICUBIC, [0.5] * 3, [0.5] * 3)
    frames = unit(siglip_to_onnx.pooled(model.get_image_features(torch.stack([seen(picture(t)) for t in range(3)]))))
    ids = [cut(spoken, canonicalize_text(open_clip.tokenizer.basic_clean(text)), 16) for text in TEXTS]
    filled = torch.tensor([[*one, *[1] * (16 - len(one))] for one in ids])
    texts = unit(siglip_to_onnx.pooled(model.get_text_features(filled)))
    video = unit(unit(siglip_to_onnx.pooled(model.get_image_features(torch.stack([seen(frame) for frame in scene(8)])))).mean(0))
    return {"frames": rounded(frames), "texts": rounded(texts), "scene": rounded([texts @ video])[0]}


def make_viclip():
    words = SimpleTokenizer(bpe_path=str(HERE / "viclip" / "merges.txt.gz"))
    model = viclip_to_onnx.Viclip(size=SIZE, patch=8, frames=4, words=words.vocab_size, length=12, dimensions=12, vision=(8, 1, 2), text=(8, 1, 2))
    model = louder(model, 2)
    viclip_to_onnx.export(model, HERE / "viclip", HERE / "viclip" / "merges.txt.gz")
    seen = prepared("stretch", InterpolationMode.BICUBIC, (0.485, 0.456, 0.406), (0.229, 0.224, 0.225))
    videos = torch.stack([torch.stack([seen(picture(start + t)) for t in range(4)]) for start in (0, 7, 20)])
    texts = unit(model.encode_text(words(TEXTS, 12)))
    video = unit(model.encode_video(torch.stack([seen(frame) for frame in scene(4)]).unsqueeze(0)))[0]
    return {"starts": [0, 7, 20], "videos": rounded(unit(model.encode_video(videos))), "texts": rounded(texts), "scene": rounded([texts @ video])[0]}


def make_s3d(words):
    model = s3d_to_onnx.S3d(size=SIZE, frames=8, words=len(words) + 1, length=16, dimensions=12, word_width=8, hidden=16, narrowing=64)
    seen = prepared("stretch", InterpolationMode.BICUBIC, [0] * 3, [1] * 3)
    videos = torch.stack([torch.stack([seen(picture(start + t)) for t in range(8)], dim=1) for start in (0, 9)])
    # Statistics of the videos themselves, or signals would die in so narrow a network.
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm3d):
            module.momentum = 1
            torch.nn.init.constant_(module.bias, 0.3)
    model.train().encode_video(videos)
    for module in model.eval().modules():
        if isinstance(module, torch.nn.BatchNorm3d):
            module.running_var.clamp_(min=0.05)
    (HERE / "s3d").mkdir(exist_ok=True)
    np.save(HERE / "s3d" / "words.npy", np.array(words))
    s3d_to_onnx.export(model, HERE / "s3d", HERE / "s3d" / "words.npy")
    lookup = {word: i + 1 for i, word in enumerate(words)}
    ids = [[lookup[word] for word in re.findall(r"[\w']+", text.lower()) if word in lookup][:16] for text in TEXTS]
    filled = torch.tensor([[*one, *[0] * (16 - len(one))] for one in ids])
    texts = model.encode_text(filled)
    video = model.encode_video(torch.stack([seen(frame) for frame in scene(8)], dim=1).unsqueeze(0))[0]
    return {"starts": [0, 9], "videos": rounded(model.encode_video(videos)), "texts": rounded(texts), "scene": rounded([texts @ video])[0]}


def write_external():
    """The text tower of S3D with its weights in a file beside it, as models above 2 GB have them."""
    (HERE / "external").mkdir(exist_ok=True)
    path = HERE / "external" / "text.onnx"
    for old in (path, path.with_suffix(".onnx.data")):
        old.unlink(missing_ok=True)
    model = onnx.load(HERE / "s3d" / "text.onnx")
    onnx.save(model, path, save_as_external_data=True, location="text.onnx.data", size_threshold=0)


@torch.no_grad()
def main():
    torch.manual_seed(18)
    HERE.mkdir(exist_ok=True)
    write_merges()
    words = sorted(set(re.findall(r"[\w']+", CORPUS.lower())))
    spoken, gemma, pieces = unigram(), byte_fallback(), word_pieces()
    gemma.save(str(HERE / "tokenizers" / "byte-fallback.json"))
    versions = {"torch": torch.__version__, "open_clip": open_clip.__version__, "transformers": transformers.__version__, "tokenizers": tokenizers.__version__, "pillow": PIL.__version__, "av": av.__version__}
    expected = {
        "made": versions,
        "texts": TEXTS,
        "tokens": tokenizer_answers(spoken, gemma, pieces, words),
        "clip": make_clip(),
        "siglip": make_siglip(spoken),
        "viclip": make_viclip(),
        "s3d": make_s3d(words),
    }
    write_external()
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")


main()
