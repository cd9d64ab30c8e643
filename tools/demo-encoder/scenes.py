"""Draws the kinds of scenes that the demo shows, as tensors, with other seeds and more variety.

Frames are 72 x 48 pixels, the size that the model takes. Edges are soft, as they are after scaling.
"""

import torch

WIDTH, HEIGHT, FRAMES = 72, 48, 8

COLOURS = {
    "red": (220, 40, 40),
    "green": (40, 180, 60),
    "blue": (60, 100, 235),
    "yellow": (235, 215, 50),
    "white": (240, 240, 240),
}
SHAPES = ("circles", "squares", "triangles")
MOTIONS = {
    "move left": (-1.0, 0.0),
    "move right": (1.0, 0.0),
    "move up": (0.0, -1.0),
    "move down": (0.0, 1.0),
    "stand still": (0.0, 0.0),
}
EVENTS = ("alarm", "leak", "visitor")

_ROWS = (torch.arange(HEIGHT) + 0.5).view(1, 1, HEIGHT, 1)
_COLUMNS = (torch.arange(WIDTH) + 0.5).view(1, 1, 1, WIDTH)


def uniform(generator, low, high, *size):
    return low + (high - low) * torch.rand(*size, generator=generator)


def clips(combinations, generator):
    """One clip for each (colour, shape, motion): frames x 3 x height x width, between 0 and 1."""
    return torch.stack([_clip(*one, generator) for one in combinations])


def _clip(colour, shape, motion, generator):
    count = int(torch.randint(1, 6, (1,), generator=generator))
    cells = torch.randperm(6, generator=generator)[:count]
    x = 0.3 + 0.2 * (cells % 3) + uniform(generator, -0.03, 0.05, count)
    y = 0.36 + 0.28 * (cells // 3) + uniform(generator, -0.03, 0.05, count)
    speed = float(uniform(generator, 0.16, 0.28, 1))
    radius = float(uniform(generator, 2.9, 3.9, 1))
    move_x, move_y = MOTIONS[motion]
    times = _times(generator).view(FRAMES, 1)
    centre_x = (x + move_x * speed * times) * WIDTH
    centre_y = (y + move_y * speed * times) * HEIGHT
    inside = torch.zeros(FRAMES, 1, HEIGHT, WIDTH)
    for thing in range(count):
        dx = _COLUMNS - centre_x[:, thing].view(FRAMES, 1, 1, 1)
        dy = _ROWS - centre_y[:, thing].view(FRAMES, 1, 1, 1)
        inside = torch.maximum(inside, (0.5 - _distance(shape, dx, dy, radius)).clamp(0, 1))
    ground = torch.tensor([24.0, 26.0, 32.0]).view(1, 3, 1, 1) + uniform(generator, -12, 12, 1, 3, 1, 1)
    ink = torch.tensor(COLOURS[colour]).view(1, 3, 1, 1) * uniform(generator, 0.92, 1.05, 1, 3, 1, 1)
    return (ground * (1 - inside) + ink * inside) / 255


def _distance(shape, dx, dy, radius):
    """Below zero inside, in pixels."""
    if shape == "circles":
        return (dx**2 + dy**2).sqrt() - radius
    if shape == "squares":
        return torch.maximum(dx.abs(), dy.abs()) - 0.9 * radius
    return torch.maximum(dy - 0.8 * radius, (2 * dx.abs() - (dy + radius)) / 5**0.5)


def _times(generator):
    """Moments of the clip, some of them the same where a look has fewer frames than the model."""
    distinct = (3, 5, 8, 8, 8, 8)[int(torch.randint(6, (1,), generator=generator))]
    moments = (torch.arange(distinct) + uniform(generator, 0.1, 0.9, 1)) / distinct
    return moments[(torch.arange(FRAMES) * (distinct - 1) / (FRAMES - 1)).round().long()]


def halls(events, generator):
    """One window of the hall for each event, or none of them: None."""
    return torch.stack([_hall(one, generator) for one in events])


def _hall(event, generator):
    wall = torch.tensor([70.0, 74.0, 80.0]).view(1, 3, 1, 1) + uniform(generator, -10, 10, 1, 3, 1, 1)
    floor = torch.tensor([48.0, 46.0, 44.0]).view(1, 3, 1, 1) + uniform(generator, -10, 10, 1, 3, 1, 1)
    horizon = float(uniform(generator, 28, 38, 1))
    picture = torch.where(_ROWS < horizon, wall, floor).expand(FRAMES, 3, HEIGHT, WIDTH).clone()
    if event is None:
        return picture / 255
    start = float(uniform(generator, -0.3, 0.5, 1))
    share = (_times(generator) - start) / float(uniform(generator, 0.6, 1.6, 1))
    inside = _event(event, share.view(FRAMES, 1, 1, 1), generator)
    inside = inside * ((share >= 0) & (share < 1)).float().view(FRAMES, 1, 1, 1)
    colour = {"alarm": (225, 40, 40), "leak": (50, 90, 220), "visitor": (235, 235, 235)}[event]
    ink = torch.tensor(colour).view(1, 3, 1, 1) * uniform(generator, 0.92, 1.05, 1, 3, 1, 1)
    return (picture * (1 - inside) + ink * inside) / 255


def _event(event, share, generator):
    jitter = uniform(generator, -4.5, 4.5, 4)
    if event == "alarm":
        return ((_COLUMNS < 22.5 + jitter[0]) & (_ROWS < 16.5 + jitter[1])).float().expand(FRAMES, 1, -1, -1)
    if event == "leak":
        box = (_ROWS > 34.5 + jitter[0]) & (_COLUMNS > 15 + jitter[1]) & (_COLUMNS < 60 + jitter[2])
        return box.float().expand(FRAMES, 1, -1, -1)
    radius = 7.1 + 0.3 * float(jitter[3])
    away = (_COLUMNS - WIDTH * share) ** 2 + (_ROWS - 27 - 0.7 * jitter[0]) ** 2
    return (0.5 - (away.sqrt() - radius)).clamp(0, 1)


def spoiled(frames, generator):
    """What codecs, scaling and cameras do: noise, a little blur, another brightness."""
    size = frames.shape[0]
    soft = torch.nn.functional.avg_pool2d(frames.flatten(0, 1), 3, 1, 1).view_as(frames)
    share = uniform(generator, 0, 0.7, size, 1, 1, 1, 1)
    light = uniform(generator, 0.92, 1.08, size, 1, 1, 1, 1)
    noise = uniform(generator, 0, 0.03, size, 1, 1, 1, 1) * torch.randn(
        1, *frames.shape[1:], generator=generator
    )
    return ((frames * (1 - share) + soft * share) * light + noise).clamp(0, 1)
