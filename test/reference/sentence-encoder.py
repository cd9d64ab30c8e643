"""Writes sentence-encoder/{mpnet,bert}: two tiny random encoders with their tokenizers as ONNX, and expected.json: what PyTorch answers.

Needs torch, transformers and onnx. With -P, since a script beside this one is called as a module of Python is:
  python -P test/reference/sentence-encoder.py
The graphs are exported by torch.onnx; the vectors are those of sentence-transformers' recipe (mean over the attention mask, then length 1).
"""
import json
import pathlib

import torch
import transformers
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel, PreTrainedTokenizerFast

HERE = pathlib.Path(__file__).parent / "sentence-encoder"
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
WORDS = "the water coffee grind boil pour filter cup into now and then you step ##ing ##er ##s ##ed".split()
TEXTS = [
    "Pour the water into the cup.",
    "pour the water into the cup",
    "Now grind the coffee beans until they are fine!",
    "Boiling, pouring, grinding: the next steps.",
    "Überraschung — naïve café 123",
    "",
    "the water and then the coffee " * 12,
    "x",
]
MAX_TOKENS = 24


def tokenizer(specials, kind):
    vocabulary = {}
    for token in [*specials, *LETTERS, *[f"##{letter}" for letter in LETTERS], *WORDS, *".,:!'-"]:
        vocabulary.setdefault(token, len(vocabulary))
    first, pad, last, unknown = specials
    made = Tokenizer(models.WordPiece(vocabulary, unk_token=unknown, max_input_chars_per_word=100))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if kind == "mpnet":
        made.post_processor = processors.RobertaProcessing((last, vocabulary[last]), (first, vocabulary[first]), True, False)
    else:
        made.post_processor = processors.TemplateProcessing(
            single=f"{first}:0 $A:0 {last}:0", special_tokens=[(first, vocabulary[first]), (last, vocabulary[last])]
        )
    return PreTrainedTokenizerFast(
        tokenizer_object=made, cls_token=first, pad_token=pad, sep_token=last, unk_token=unknown, model_max_length=512
    )


def sizes(vocabulary, pad):
    return dict(
        vocab_size=vocabulary, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, pad_token_id=pad
    )


def vectors(model, words, texts):
    fed = words(texts, padding=True, truncation=True, max_length=MAX_TOKENS, return_tensors="pt")
    fed.pop("token_type_ids", None)
    with torch.no_grad():
        tokens = model(**fed).last_hidden_state
    mask = fed["attention_mask"].unsqueeze(-1).float()
    pooled = (tokens * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
    return fed, torch.nn.functional.normalize(pooled, dim=1)


class LastHiddenState(torch.nn.Module):
    def __init__(self, model, names):
        super().__init__()
        self.model, self.names = model, names

    def forward(self, *inputs):
        return self.model(**dict(zip(self.names, inputs))).last_hidden_state


def write(name, model, words, inputs):
    folder = HERE / name
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    words.save_pretrained(folder)
    for extra in ["special_tokens_map.json", "vocab.txt"]:
        (folder / extra).unlink(missing_ok=True)
    model.config.to_json_file(folder / "config.json")
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": MAX_TOKENS, "do_lower_case": False}))
    (folder / "1_Pooling").mkdir(exist_ok=True)
    (folder / "1_Pooling" / "config.json").write_text(
        json.dumps({"word_embedding_dimension": 32, "pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True})
    )
    fed, answers = vectors(model, words, TEXTS)
    fed["token_type_ids"] = torch.zeros_like(fed["input_ids"])
    axes = {one: {0: "batch", 1: "tokens"} for one in [*inputs, "last_hidden_state"]}
    torch.onnx.export(
        LastHiddenState(model, inputs).eval(),
        tuple(fed[one] for one in inputs),
        str(folder / "onnx" / "model.onnx"),
        input_names=inputs,
        output_names=["last_hidden_state"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    ids = [words(text, truncation=True, max_length=MAX_TOKENS)["input_ids"] for text in TEXTS]
    return {"ids": ids, "vectors": [[float(value) for value in row] for row in answers]}


def main():
    torch.manual_seed(7)
    mpnet_words = tokenizer(["<s>", "<pad>", "</s>", "[UNK]"], "mpnet")
    mpnet = MPNetModel(MPNetConfig(max_position_embeddings=66, bos_token_id=0, eos_token_id=2, initializer_range=0.3, **sizes(len(mpnet_words), 1)), add_pooling_layer=False).eval()
    bert_words = tokenizer(["[CLS]", "[PAD]", "[SEP]", "[UNK]"], "bert")
    bert = BertModel(BertConfig(max_position_embeddings=64, initializer_range=0.3, **sizes(len(bert_words), 1)), add_pooling_layer=False).eval()
    expected = {
        "made by": f"torch {torch.__version__}, transformers {transformers.__version__}",
        "texts": TEXTS,
        "mpnet": write("mpnet", mpnet, mpnet_words, ["input_ids", "attention_mask"]),
        "bert": write("bert", bert, bert_words, ["input_ids", "attention_mask", "token_type_ids"]),
    }
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


main()
