"""Heads in NumPy and PyTorch, on one thread: `heads.py minimal <task> <float32|float64>` or `heads.py neural <task> <epochs>` prints CPU seconds
and some of the answers. The tasks come as JSON: kind, columns, train, test, outputs. Needs numpy and torch.
"""

import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import json
import sys
import time

import numpy as np


def drawn(seed, *shape):
    return np.random.default_rng(seed).normal(0, 1, shape).astype(np.float32)


def data(kind, columns, train, test, outputs):
    """Features in which some directions tell the target, with as much noise."""
    inputs = drawn(1, train + test, columns)
    if kind == "values":
        return inputs, (inputs[:, : outputs % columns + 1] @ drawn(2, outputs % columns + 1, outputs) + drawn(3, train + test, outputs)).astype(np.float32)
    scores = inputs[:, :outputs] + drawn(3, train + test, outputs)
    return inputs, np.argmax(scores, 1) if kind == "class" else (scores > 1.2).astype(np.float32)


def scaled(train, *others):
    mean, deviation = train.mean(0), train.std(0)
    deviation[deviation < 1e-6] = 1
    return [(one - mean) / deviation for one in (train, *others)], mean, deviation


def minimal(task, precision):
    kind, train, outputs = task["kind"], task["train"], task["outputs"]
    inputs, targets = data(**task)
    inputs = inputs.astype(precision)
    before = time.process_time()
    (x, other), _, _ = scaled(inputs[:train], inputs[train:])
    if kind == "values":
        (y,), mean, deviation = scaled(targets[:train].astype(precision))
        x, other = (np.hstack([one, np.ones((len(one), 1), precision)]) for one in (x, other))
        weights = x.T @ np.linalg.solve(x @ x.T + 10 * np.eye(train, dtype=precision), y)
        answers = other @ weights * deviation + mean
    else:
        weights = np.random.default_rng(7).normal(0, 0.01, (x.shape[1], outputs)).astype(np.float32).astype(precision)
        biases = np.zeros(outputs, precision)
        if kind == "class":
            truth = np.eye(outputs, dtype=precision)[targets[:train]]
            counts = np.bincount(targets[:train], minlength=outputs)
            factor = (train / (np.maximum(counts, 1) * outputs))[targets[:train]]
            factor = (factor / factor.mean()).astype(precision)[:, None]
        else:
            truth = targets[:train].astype(precision)
            counts = truth.sum(0)
            factor = np.where(truth == 1, np.clip((train - counts) / np.maximum(counts, 1), 1, 20), 1).astype(precision)
        rate = precision(0.12 if kind == "class" else 0.05)
        penalty = precision(2e-3)
        for _ in range(400):
            p = probabilities(kind, x @ weights + biases)
            errors = (p - truth) * factor / precision(train)
            weights -= rate * (x.T @ errors + penalty * weights)
            biases -= rate * errors.sum(0)
        answers = probabilities(kind, other @ weights + biases)
    return {"seconds": time.process_time() - before, "answers": answers.ravel()[:50].astype(float).tolist()}


def probabilities(kind, outputs):
    if kind == "class":
        p = np.exp(outputs - outputs.max(1, keepdims=True))
        return p / p.sum(1, keepdims=True)
    return 1 / (1 + np.exp(-np.clip(outputs, -40, 40)))


def neural(task, epochs):
    import torch
    from torch import nn

    torch.set_num_threads(1)
    kind, train, outputs = task["kind"], task["train"], task["outputs"]
    inputs, targets = data(**task)
    (x, other), _, _ = scaled(inputs[:train], inputs[train:])
    before = time.process_time()
    torch.manual_seed(7)
    network = nn.Sequential(
        nn.LayerNorm(x.shape[1]),
        nn.Linear(x.shape[1], 128), nn.GELU(), nn.Dropout(0.1),
        nn.Linear(128, 128), nn.GELU(), nn.Dropout(0.1),
        nn.Linear(128, outputs),
    )  # fmt: skip
    if kind == "class":
        weights = 1 / np.maximum(np.bincount(targets[:train], minlength=outputs), 1)
        loss, y = nn.CrossEntropyLoss(weight=torch.tensor(weights / weights.mean(), dtype=torch.float32)), torch.tensor(targets[:train])
    else:
        loss, y = nn.MSELoss(), torch.tensor(scaled(targets[:train])[0][0])
    x, other = torch.tensor(x), torch.tensor(other)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=1e-4)
    for epoch in range(epochs):
        order = torch.randperm(train, generator=torch.Generator().manual_seed(7 + epoch))
        for picked in order.split(128):
            optimizer.zero_grad()
            loss(network(x[picked]), y[picked]).backward()
            optimizer.step()
    network.eval()
    with torch.no_grad():
        network(other)
        seconds = time.process_time() - before
        return {"seconds": seconds, "loss": loss(network(x), y).item()}


task = json.loads(sys.argv[2])
answer = minimal(task, {"float32": np.float32, "float64": np.float64}[sys.argv[3]]) if sys.argv[1] == "minimal" else neural(task, int(sys.argv[3]))
print(json.dumps(answer))
