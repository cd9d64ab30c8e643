"""Reference values for src/media/image/pil-resize.ts: images made by formula, and what Pillow makes of them.

Made with Python 3.11, Pillow 12.3.0 and then 13.0.0 by
    python test/reference/pil-resize.py && npx biome format --write test/reference/pil-resize.json

Every run adds or replaces the results of the Pillow it runs with, under its major version, and leaves the others alone. Small results are
kept whole, so that a difference can be looked at; of the others the SHA-256. The formulas use whole numbers only and are restated in
pil-resize.test.ts.
"""

import base64
import hashlib
import json
import platform
from pathlib import Path

import PIL
from PIL import Image

FILTERS = {"bicubic": Image.Resampling.BICUBIC, "bilinear": Image.Resampling.BILINEAR, "lanczos": Image.Resampling.LANCZOS}
WHOLE_BYTES = 3500
SIZES = [
    ((64, 48), (32, 32)),
    ((64, 48), (64, 20)),
    ((64, 48), (17, 48)),
    ((64, 48), (64, 48)),
    ((1, 1), (5, 3)),
    ((3, 200), (1, 1)),
    ((5, 7), (31, 29)),
    ((37, 53), (224, 224)),
    ((37, 53), (21, 20)),
    ((333, 517), (224, 224)),
    ((517, 333), (224, 224)),
    ((320, 240), (298, 224)),
    ((90, 160), (28, 28)),
    ((299, 301), (300, 300)),
    ((50, 100), (25, 50)),
    ((50, 100), (25, 49)),
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


def scene(x, y, c, width, height):
    """Like a photograph: slopes of brightness, a disc with a sharp edge, fine stripes on the ground, and a grain over it all."""
    light = 40 + (150 * y) // height + (50 * x) // width - 20 * c
    dx, dy = 2 * x - width, 3 * y - height
    if dx * dx + dy * dy < (min(width, height) ** 2) // 2:
        light = 230 - (60 * c) - (80 * x) // width
    elif 3 * y > 2 * height:
        light += 35 if (x + 2 * y) % 5 < 2 else -35
    return max(0, min(255, light + (hash32((y * width + x) * 3 + c + 7) & 15) - 8))


PATTERNS = {"noise": noise, "edges": edges, "scene": scene}


def picture(pattern, width, height):
    formula = PATTERNS[pattern]
    data = bytes(formula(x, y, c, width, height) for y in range(height) for x in range(width) for c in range(3))
    return Image.frombytes("RGB", (width, height), data)


def results():
    for pattern in PATTERNS:
        for size, to in SIZES:
            image = picture(pattern, *size)
            for name, resampling in FILTERS.items():
                data = image.resize(to, resampling).tobytes()
                row = {"pattern": pattern, "from": size, "to": to, "filter": name, "sha256": hashlib.sha256(data).hexdigest()}
                if len(data) <= WHOLE_BYTES and name == "bicubic":
                    row["rgb"] = base64.b64encode(data).decode()
                yield row


file = Path(__file__).with_suffix(".json")
kept = json.loads(file.read_text()) if file.exists() else {}
major = PIL.__version__.split(".")[0]
kept[major] = {"made": {"python": platform.python_version(), "pillow": PIL.__version__}, "results": list(results())}
file.write_text(json.dumps(dict(sorted(kept.items())), indent=1))
