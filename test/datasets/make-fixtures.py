"""Writes the small files that test/datasets-tables.test.ts reads, and what they hold.

    python test/datasets/make-fixtures.py        (pyarrow 26.0.1, numpy 2)
"""
import datetime
import decimal
import json
import os

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet as pq

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
os.makedirs(here, exist_ok=True)
random = np.random.default_rng(7)
png = b"\x89PNG\r\n\x1a\n"
mp4 = b"\x00\x00\x00\x18ftypmp42"
media = pa.struct([("bytes", pa.binary()), ("path", pa.string())])


def rows(count):
    made = []
    for i in range(count):
        made.append({
            "id": f"row-{i}",
            "count": None if i % 7 == 3 else i * 1_000_003,
            "large": 2**60 + i,
            "ratio": i / 8,
            "right": i % 2 == 0,
            "choices": None if i % 11 == 5 else [f"choice {j} äß😀" for j in range(i % 4)],
            "matrix": [[i, i + 1], [], [i * 2]] if i % 5 else [],
            "about": None if i % 6 == 1 else {"camera": f"c{i % 3}", "tags": [{"name": "t", "weight": i}] * (i % 3)},
            "day": datetime.date(2024, 1, 1 + i % 28),
            "moment": datetime.datetime(2024, 5, 1, 12, 0, i % 60, 250_000),
            "price": decimal.Decimal(i) / 4,
            "image": None if i % 9 == 4 else {"bytes": png + bytes(random.bytes(40 + i)), "path": f"images/{i}.png"},
            "clips": [{"bytes": mp4 + bytes([i, j]), "path": None} for j in range(i % 3)],
            "raw": bytes([i]) * (i % 4),
        })
    return made


schema = pa.schema([
    ("id", pa.string()), ("count", pa.int64()), ("large", pa.int64()), ("ratio", pa.float64()), ("right", pa.bool_()),
    ("choices", pa.list_(pa.string())), ("matrix", pa.list_(pa.list_(pa.int32()))),
    ("about", pa.struct([("camera", pa.string()), ("tags", pa.list_(pa.struct([("name", pa.string()), ("weight", pa.int32())])))])),
    ("day", pa.date32()), ("moment", pa.timestamp("us")), ("price", pa.decimal128(10, 2)),
    ("image", media), ("clips", pa.list_(media)), ("raw", pa.binary()),
])


def as_json(value):
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="milliseconds") + "Z"
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        return str(value)
    if isinstance(value, dict):
        return {key: as_json(member) for key, member in value.items()}
    return [as_json(member) for member in value] if isinstance(value, list) else value


made = rows(60)
table = pa.Table.from_pylist(made, schema=schema)
variants = {
    "snappy": {"compression": "snappy"},
    "zstd-v2": {"compression": "zstd", "data_page_version": "2.0", "data_page_size": 64, "write_batch_size": 4},
    "gzip-small-pages": {"compression": "gzip", "data_page_size": 64, "write_batch_size": 3, "use_dictionary": False},
    "plain-groups": {"compression": "none", "row_group_size": 13, "use_dictionary": ["id"]},
    "snappy-pages": {"compression": "snappy", "data_page_size": 100, "write_batch_size": 5, "use_dictionary": False},
    "lz4": {"compression": "lz4"},
    "brotli": {"compression": "brotli", "use_dictionary": False},
    "delta": {"compression": "zstd", "use_dictionary": False, "column_encoding": {"id": "DELTA_BYTE_ARRAY", "large": "DELTA_BINARY_PACKED", "raw": "DELTA_LENGTH_BYTE_ARRAY"}},
}
for name, options in variants.items():
    pq.write_table(table, os.path.join(here, f"{name}.parquet"), **options)
plain = table.drop_columns(["price"])
with pa.ipc.new_stream(os.path.join(here, "stream.arrow"), plain.schema) as writer:
    writer.write_table(plain, max_chunksize=17)
with pa.ipc.new_file(os.path.join(here, "file.arrow"), plain.schema) as writer:
    writer.write_table(plain, max_chunksize=17)
for codec in ("lz4", "zstd"):
    pyarrow.feather.write_feather(plain, os.path.join(here, f"{codec}.feather"), compression=codec, chunksize=17)
with open(os.path.join(here, "rows.json"), "w", encoding="utf-8") as file:
    json.dump([as_json(row) for row in made], file, ensure_ascii=False)

np.save(os.path.join(here, "matrix.npy"), np.arange(12, dtype="<i4").reshape(4, 3))
np.save(os.path.join(here, "columns.npy"), np.asfortranarray(np.arange(6, dtype=">f8").reshape(3, 2)))
arrays = {
    "score": np.linspace(0, 1, 5, dtype=np.float32),
    "half": np.array([0.5, -2, 65504, 1e-7, 0], dtype=np.float16),
    "name": np.array(["a", "bß", "", "d", "long text"]),
    "code": np.array([b"x", b"yz", b"", b"q", b"r"]),
    "flag": np.array([True, False, True, True, False]),
    "big": np.array([1, 2**60, -1, 0, 3], dtype=np.int64),
    "points": np.arange(30, dtype=np.uint8).reshape(5, 3, 2),
}
np.savez(os.path.join(here, "arrays.npz"), **arrays)
np.savez_compressed(os.path.join(here, "packed.npz"), **arrays)
np.savez(os.path.join(here, "uneven.npz"), a=np.arange(3), b=np.arange(4), c=np.float64(2.5))
np.save(os.path.join(here, "objects.npy"), np.array([{"a": 1}], dtype=object))


def picture(shade):
    """A PNG of 8 by 8 grey pixels."""
    import struct
    import zlib

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(b"\x00" + bytes([shade, shade, shade] * 8) for _ in range(8))
    return png + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


questions = [{
    "file_name": f"part-{i}.png", "source_file": "part", "question": "Is it light?", "question_type": "yes/no", "question_id": i,
    "answer": "Yes" if i % 2 else "No", "answer_choices": ["Yes", "No"], "correct_choice_idx": 0 if i % 2 else 1,
    "image": {"bytes": picture(220 if i % 2 else 20), "path": f"part-{i}.png"}, "video": None, "media_type": "image",
} for i in range(6)]
questions += [{**questions[0], "file_name": "clip.mp4", "question_id": 9, "image": None, "video": {"bytes": None, "path": "clip.mp4"}, "media_type": "video"}]
pq.write_table(pa.Table.from_pylist(questions, schema=pa.schema([
    ("file_name", pa.string()), ("source_file", pa.string()), ("question", pa.string()), ("question_type", pa.string()),
    ("question_id", pa.int32()), ("answer", pa.string()), ("answer_choices", pa.list_(pa.string())), ("correct_choice_idx", pa.int32()),
    ("image", media), ("video", media), ("media_type", pa.string()),
])), os.path.join(here, "openseesime.parquet"), row_group_size=4)
