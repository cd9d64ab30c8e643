"""A vision-language model of transformers as a chat system: tiny, of random weights, made here without any download.

It looks at frames and says how likely each choice is. Put a real model into `model`, and the rest can stay.
Needs: pip install transformers torch pillow ./bridges/python
"""

from functools import cache

import torch
from transformers import (
    CLIPImageProcessor,
    CLIPVisionConfig,
    LlamaConfig,
    LlavaConfig,
    LlavaForConditionalGeneration,
    LlavaProcessor,
    PreTrainedTokenizerFast,
)
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from vidimus_bridge import Reply, chat, serve

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
TEMPLATE = (
    "{% for message in messages %}{{ message.role }}: {% for part in message.content %}"
    "{% if part.type == 'image' %}<image>{% else %}{{ part.text }}{% endif %}{% endfor %}\n{% endfor %}assistant: "
)


def tokenizer():
    """Every byte is a token: no vocabulary has to be learnt."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    bytes_only = Tokenizer(models.BPE(vocab={letter: at for at, letter in enumerate(alphabet)}, merges=[]))
    bytes_only.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_only.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(tokenizer_object=bytes_only, pad_token="<pad>", eos_token="</s>", padding_side="left")
    made.add_tokens(["<image>"], special_tokens=True)
    return made


@cache
def model():
    words = tokenizer()
    side, patch = 56, 14
    torch.manual_seed(1)
    config = LlavaConfig(
        vision_config=CLIPVisionConfig(
            hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, image_size=side, patch_size=patch
        ),
        text_config=LlamaConfig(
            vocab_size=len(words),
            hidden_size=64,
            intermediate_size=128,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=4,
            max_position_embeddings=8192,
        ),
        image_token_index=words.convert_tokens_to_ids("<image>"),
    )
    processor = LlavaProcessor(
        image_processor=CLIPImageProcessor(size={"shortest_edge": side}, crop_size={"height": side, "width": side}),
        tokenizer=words,
        patch_size=patch,
        vision_feature_select_strategy="default",
        chat_template=TEMPLATE,
        num_additional_image_tokens=1,
    )
    return processor, LlavaForConditionalGeneration(config).eval().to(DEVICE)


@chat(scores_choices=True, identity={"model": "llava of random weights", "version": 1})
def answer(messages, choices):
    processor, network = model()
    prompt = processor.apply_chat_template(messages, tokenize=False)
    images = [part["image"] for message in messages for part in message["content"] if part["type"] == "image"]
    inputs = processor(images=images or None, text=prompt, return_tensors="pt").to(DEVICE)
    with torch.inference_mode():
        if choices:
            likelihoods = network(**inputs).logits[0, -1].log_softmax(-1)
            return [likelihoods[processor.tokenizer(choice).input_ids[0]].item() for choice in choices]
        written = network.generate(**inputs, max_new_tokens=16, do_sample=False)[0, inputs["input_ids"].shape[1] :]
    text = processor.tokenizer.decode(written, skip_special_tokens=True)
    return Reply(text, finish="length" if len(written) == 16 else "stop", facts={"usage": {"input": inputs["input_ids"].shape[1], "output": len(written)}})


if __name__ == "__main__":
    serve(answer)
