"""Reference values for src/math/learning: NumPy's normal numbers, plain NumPy implementations of the linear heads, scikit-learn's ridge,
and PyTorch's training of the network, step by step.

Made with Python 3.11, NumPy 2.4.6, scikit-learn 1.9.1 and PyTorch 2.15.0 by
    python test/reference/learning.py && npx biome format --write test/reference/learning.json

Inputs are not kept: both sides draw them as normal numbers of NumPy's generator, rounded to single precision.
"""

import base64
import json
from pathlib import Path

import numpy
import sklearn
import torch
from sklearn.linear_model import Ridge
from sklearn.preprocessing import StandardScaler
from torch import nn

torch.set_num_threads(1)


def drawn(seed, *shape):
    return numpy.random.default_rng(seed).normal(0, 1, shape).astype(numpy.float32)


def standardised(values):
    values = values.astype(numpy.float64)
    mean, deviation = values.mean(0), values.std(0)
    deviation[deviation < 1e-6] = 1
    return (values - mean) / deviation, mean, deviation


def normal_numbers():
    """The first ones, and those of the tail, which one draw in 3,900 comes from."""
    rows = []
    for seed in [0, 7, 42, 2**32, 2**53 - 1]:
        values = numpy.random.default_rng(seed).normal(0, 0.01, 40000)
        tail = numpy.flatnonzero(numpy.abs(values) > 0.0365415)
        places = [*range(20), *tail[:6].tolist(), 39998, 39999]
        rows.append({"seed": seed, "scale": 0.01, "count": 40000, "places": places, "values": values[places].tolist(), "sum": float(numpy.abs(values).sum())})
    return rows


def softmax(inputs, labels, classes, epochs, rate=0.12, penalty=2e-3):
    rows, width = inputs.shape
    weights = numpy.random.default_rng(7).normal(0, 0.01, (width, classes)).astype(numpy.float32).astype(numpy.float64)
    biases = numpy.zeros(classes)
    counts = numpy.bincount(labels, minlength=classes)
    per_row = (rows / (numpy.maximum(counts, 1) * classes))[labels]
    per_row /= per_row.mean()
    truth = numpy.eye(classes)[labels]
    losses = []
    for _ in range(epochs):
        outputs = inputs @ weights + biases
        p = numpy.exp(outputs - outputs.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        losses.append(float(-(per_row * numpy.log(p[numpy.arange(rows), labels])).mean() + 0.5 * penalty * (weights**2).sum()))
        errors = (p - truth) * per_row[:, None] / rows
        weights -= rate * (inputs.T @ errors + penalty * weights)
        biases -= rate * errors.sum(0)
    return weights, biases, losses


def logistic(inputs, marks, epochs, rate=0.05, penalty=2e-3):
    rows, width = inputs.shape
    labels = marks.shape[1]
    weights = numpy.random.default_rng(7).normal(0, 0.01, (width, labels)).astype(numpy.float32).astype(numpy.float64)
    biases = numpy.zeros(labels)
    counts = marks.sum(0)
    with numpy.errstate(divide="ignore"):
        positive = numpy.clip((rows - counts) / counts, 1, 20)
    per_mark = numpy.where(marks == 1, positive, 1)
    losses = []
    for _ in range(epochs):
        p = 1 / (1 + numpy.exp(-numpy.clip(inputs @ weights + biases, -40, 40)))
        losses.append(float(-(per_mark * numpy.log(numpy.where(marks == 1, p, 1 - p))).sum() / rows + 0.5 * penalty * (weights**2).sum()))
        errors = (p - marks) * per_mark / rows
        weights -= rate * (inputs.T @ errors + penalty * weights)
        biases -= rate * errors.sum(0)
    return weights, biases, losses


def linear(name, rows, width, epochs=400):
    inputs = drawn(11, rows, width)
    inputs[:, 3] = 2.5
    z, mean, deviation = standardised(inputs)
    others = (drawn(12, 9, width).astype(numpy.float64) - mean) / deviation
    # The last of five classes has no row, and the last of four labels neither.
    labels = numpy.argmax(inputs[:, :3] + 0.5 * drawn(13, rows, 3), axis=1) + (inputs[:, 4] > 1.2)
    marks = (inputs[:, :4] + 0.5 * drawn(14, rows, 4) > 0.8).astype(numpy.float64)
    marks[:, 3] = 0
    targets = (inputs[:, :6] @ drawn(15, 6, 7) + drawn(16, rows, 7)).astype(numpy.float32)
    answer = {"name": name, "rows": rows, "width": width, "epochs": epochs, "labels": labels.tolist(), "marks": marks.astype(int).ravel().tolist()}
    weights, biases, losses = softmax(z, labels, 5, epochs)
    outputs = others @ weights + biases
    answer["softmax"] = {"outputs": outputs.ravel().tolist(), "norm": float((weights**2).sum()), "biases": biases.tolist(), "losses": [losses[0], losses[epochs // 5 - 1], losses[-1]]}
    weights, biases, losses = logistic(z, marks, epochs)
    outputs = others @ weights + biases
    answer["logistic"] = {"outputs": outputs.ravel().tolist(), "norm": float((weights**2).sum()), "biases": biases.tolist(), "losses": [losses[0], losses[epochs // 5 - 1], losses[-1]]}
    y, target_mean, target_deviation = standardised(targets)
    with_ones = numpy.hstack([z, numpy.ones((rows, 1))])
    dual = numpy.linalg.solve(with_ones @ with_ones.T + 10 * numpy.eye(rows), y)
    predicted = numpy.hstack([others, numpy.ones((9, 1))]) @ (with_ones.T @ dual)
    answer["ridge"] = (predicted * target_deviation + target_mean).ravel().tolist()
    # The same by scikit-learn; its scaler knows no smallest deviation, so the column that never changes is left to it as it is.
    scaler, target_scaler = StandardScaler().fit(inputs.astype(numpy.float64)), StandardScaler().fit(targets.astype(numpy.float64))
    model = Ridge(alpha=10, fit_intercept=False, solver="cholesky")
    ones = lambda values: numpy.hstack([scaler.transform(values.astype(numpy.float64)), numpy.ones((len(values), 1))])
    model.fit(ones(inputs), target_scaler.transform(targets.astype(numpy.float64)))
    answer["sklearnRidge"] = target_scaler.inverse_transform(model.predict(ones(drawn(12, 9, width)))).ravel().tolist()
    return answer


def mlp(problem, dropout, hidden=(12, 8), decay=1e-4):
    rows, width, batch, epochs = 50, 20, 16, 3
    inputs = drawn(21, rows, width)
    z = torch.tensor(standardised(inputs)[0].astype(numpy.float32))
    if problem == "class":
        labels = numpy.argmax(inputs[:, :3], axis=1)
        counts = numpy.bincount(labels, minlength=4)
        weights = 1 / numpy.maximum(counts, 1)
        targets, outputs = torch.tensor(labels), 4
        loss = nn.CrossEntropyLoss(weight=torch.tensor(weights / weights.mean(), dtype=torch.float32))
    elif problem == "labels":
        marks = (inputs[:, :5] > 0.7).astype(numpy.float32)
        counts = marks.sum(0)
        targets, outputs = torch.tensor(marks), 5
        loss = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(numpy.clip((rows - counts) / counts, 1, 20), dtype=torch.float32))
    else:
        values = (inputs[:, :6] @ drawn(22, 6, 7)).astype(numpy.float32)
        targets, outputs = torch.tensor(standardised(values)[0].astype(numpy.float32)), 7
        loss = nn.MSELoss()
    torch.manual_seed(7)
    network = nn.Sequential(
        nn.LayerNorm(width),
        nn.Linear(width, hidden[0]), nn.GELU(), nn.Dropout(dropout),
        nn.Linear(hidden[0], hidden[1]), nn.GELU(), nn.Dropout(dropout),
        nn.Linear(hidden[1], outputs),
    )  # fmt: skip
    initial = {name: values.tolist() for name, values in network.state_dict().items()}
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=decay)
    masks, losses, order = [], [], []
    if dropout > 0:
        keep = lambda _, given, answer: masks[-1].append(base64.b64encode(numpy.packbits((answer != 0).numpy().ravel())).decode())
        for place in (3, 6):
            network[place].register_forward_hook(keep)
    for epoch in range(epochs):
        shuffled = torch.randperm(rows, generator=torch.Generator().manual_seed(7 + epoch))
        order.append(shuffled.tolist())
        for first in range(0, rows, batch):
            picked = shuffled[first : first + batch]
            masks.append([])
            optimizer.zero_grad()
            value = loss(network(z[picked]), targets[picked])
            value.backward()
            optimizer.step()
            losses.append(value.item())
    network.eval()
    final = {name: values.tolist() for name, values in network.state_dict().items()}
    answer = {"problem": problem, "dropout": dropout, "hidden": hidden, "decay": decay, "initial": initial, "order": order, "losses": losses, "final": final, "outputs": network(z[:5]).detach().numpy().ravel().tolist()}
    return {**answer, "masks": masks} if dropout > 0 else answer


def rounded(value, digits):
    if isinstance(value, float):
        return float(f"{value:.{digits}g}")
    if isinstance(value, list):
        return [rounded(one, digits) for one in value]
    if isinstance(value, dict):
        return {name: rounded(one, digits) for name, one in value.items()}
    return value


reference = {
    "madeWith": {"numpy": numpy.__version__, "scikit-learn": sklearn.__version__, "torch": torch.__version__.split("+")[0]},
    "normal": normal_numbers(),
    "linear": rounded([linear("more columns than rows", 60, 90), linear("more rows than columns", 150, 20)], 12),
    # Nine digits tell numbers of single precision apart.
    "mlp": rounded([mlp("class", 0.0), mlp("class", 0.25), mlp("labels", 0.0, (10, 7)), mlp("values", 0.1, decay=2.0)], 9),
}
Path(__file__).with_suffix(".json").write_text(json.dumps(reference, allow_nan=False) + "\n")
