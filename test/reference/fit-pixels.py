"""Writes fit-pixels.json: pictures made by formula, and what Pillow and torchvision make of them.

Made with Python 3.11, Pillow 12.3.0 and torchvision 0.29.2 by
    python test/reference/fit-pixels.py && npx biome format --write test/reference/fit-pixels.json

Published figures were made with Pillow 10 to 12; 13 scales columns first where many rows go. The
formulas use whole numbers only and are restated in fit-pixels.test.ts.
"""

import base64
import hashlib
import json
import platform
from pathlib import Path

import PIL
import torchvision
from PIL import Image
from torchvision.transforms import CenterCrop, Compose, InterpolationMode, Resize

FILTERS = {"bicubic": InterpolationMode.BICUBIC, "bilinear": InterpolationMode.BILINEAR}
STRETCHES = [
    ((64, 48), (32, 32)),
    ((64, 48), (64, 20)),
    ((64, 48), (17, 48)),
    ((64, 48), (64, 48)),
    ((1, 1), (5, 3)),
    ((3, 200), (1, 1)),
    ((5, 7), (31, 29)),
    ((37, 53), (224, 224)),
    ((333, 517), (224, 224)),
    ((517, 333), (224, 224)),
    ((320, 240), (298, 224)),
    ((299, 301), (300, 300)),
]
CROPS = [
    ((64, 48), 32),
    ((48, 64), 32),
    ((64, 48), 48),
    ((49, 32), 32),
    ((51, 32), 32),
    ((32, 53), 32),
    ((320, 180), 224),
    ((97, 301), 224),
    ((240, 240), 224),
    ((3, 100), 7),
]


def hash32(n):
    """Scatters whole numbers over 32 bits."""
    n = ((n ^ (n >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    n = ((n ^ (n >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    return n ^ (n >> 16)


def noise(x, y, c, width, height):
    return hash32((y * width + x) * 3 + c + 1) & 255


def edges(x, y, c, width, height):
    """Black and white in blocks that change their size: kernels overshoot as far as they can."""
    return 255 if ((x // (1 + y % 7)) + (y // (1 + c))) % 2 == 0 else 0


PATTERNS = {"noise": noise, "edges": edges}


def picture(pattern, width, height):
    formula = PATTERNS[pattern]
    data = bytes(formula(x, y, c, width, height) for y in range(height) for x in range(width) for c in range(3))
    return Image.frombytes("RGB", (width, height), data)


def results():
    for pattern in PATTERNS:
        for name, interpolation in FILTERS.items():
            for size, (width, height) in STRETCHES:
                yield row(pattern, size, (width, height), "stretch", name, Resize((height, width), interpolation))
            for size, side in CROPS:
                cropped = Compose([Resize(side, interpolation), CenterCrop(side)])
                yield row(pattern, size, (side, side), "crop", name, cropped)


def row(pattern, size, to, resize, name, transform):
    data = transform(picture(pattern, *size)).tobytes()
    made = {"pattern": pattern, "from": size, "to": to, "resize": resize, "filter": name}
    made["sha256"] = hashlib.sha256(data).hexdigest()
    # One is kept whole, so that a difference can be looked at.
    if (pattern, size, name) == ("noise", (64, 48), "bicubic") and to == (32, 32):
        made["rgb"] = base64.b64encode(data).decode()
    return made


made = {"python": platform.python_version(), "pillow": PIL.__version__, "torchvision": torchvision.__version__}
file = Path(__file__).with_suffix(".json")
file.write_text(json.dumps({"made": made, "results": list(results())}, indent=1))
