"""Makes tables and reads them row by row: pip install pandas pyarrow numpy

    python datasets.py make <folder> <count>     rows.jsonl rows.json rows.csv rows.parquet rows.arrow rows.npz
    python datasets.py large <folder>            images.parquet videos.parquet lines.jsonl list.json, about 1 GB each
    python datasets.py read <file>               prints rows, CPU seconds and peak memory
"""
import json
import os
import resource
import sys
import time


def row(i):
    return {
        "id": f"video-{i}_q", "group": f"video-{i // 5}", "type": ("causal", "temporal", "descriptive")[i % 3],
        "question": f"how do the two men play instrument number {i}",
        "choices": [f"roll the handle {i % 97}", "tap their feet", "strum the string", "hit with sticks", f"pat with hand {i % 89}"],
        "answer": i % 5, "video": f"videos/{i // 5}.mp4",
    }


def make(folder, count):
    import numpy as np
    import pandas as pd
    import pyarrow as pa
    import pyarrow.ipc
    import pyarrow.parquet as pq

    rows = [row(i) for i in range(count)]
    with open(f"{folder}/rows.jsonl", "w") as file:
        file.writelines(json.dumps(each) + "\n" for each in rows)
    with open(f"{folder}/rows.json", "w") as file:
        json.dump(rows, file)
    flat = pd.DataFrame([{**{key: value for key, value in each.items() if key != "choices"}, **{f"a{j}": text for j, text in enumerate(each["choices"])}} for each in rows])
    flat.to_csv(f"{folder}/rows.csv", index=False)
    table = pa.Table.from_pylist(rows)
    pq.write_table(table, f"{folder}/rows.parquet")
    with pa.ipc.new_stream(f"{folder}/rows.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=1000)
    np.savez(f"{folder}/rows.npz", score=np.random.default_rng(1).random((count, 4), dtype=np.float32), label=np.arange(count))


def large(folder):
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    random = np.random.default_rng(1)
    media = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    schema = pa.schema([("id", pa.string()), ("question", pa.string()), ("choices", pa.list_(pa.string())), ("image", media)])
    with pq.ParquetWriter(f"{folder}/images.parquet", schema) as writer:
        for group in range(10):
            images = [{"bytes": b"\x89PNG\r\n\x1a\n" + random.bytes(10_000), "path": f"{i}.png"} for i in range(10_000)]
            made = [{"id": f"{group}-{i}", "question": "which?", "choices": ["a", "b"], "image": image} for i, image in enumerate(images)]
            writer.write_table(pa.Table.from_pylist(made, schema=schema), row_group_size=10_000)
    videos = [{"bytes": b"\0\0\0\x18ftypmp42" + random.bytes(105_000_000), "path": f"{i}.mp4"} for i in range(10)]
    table = pa.table({"id": [str(i) for i in range(10)], "video": pa.array(videos, type=media)})
    pq.write_table(table, f"{folder}/videos.parquet", row_group_size=10)
    count = 3_500_000
    with open(f"{folder}/lines.jsonl", "w") as file:
        file.writelines(json.dumps(row(i)) + "\n" for i in range(count))
    with open(f"{folder}/list.json", "w") as file:
        file.write("[")
        file.writelines(("" if i == 0 else ",\n") + json.dumps(row(i)) for i in range(count))
        file.write("]")


def count_rows(path):
    """As rows, as an evaluation needs them; only CSV and JSON stay tables of pandas."""
    ending = os.path.splitext(path)[1]
    if ending in (".jsonl", ".json", ".csv"):
        import pandas as pd
        before = start()
        table = pd.read_csv(path, dtype=str) if ending == ".csv" else pd.read_json(path, lines=ending == ".jsonl")
        return before, len(table)
    if ending == ".npz":
        import numpy as np
        before = start()
        arrays = np.load(path)
        return before, len(list(zip(*(arrays[name].tolist() for name in arrays.files))))
    import pyarrow as pa
    import pyarrow.parquet as pq
    before = start()
    if ending == ".parquet":
        batches = pq.ParquetFile(path).iter_batches(batch_size=1000, use_threads=False)
    else:
        batches = pa.ipc.open_stream(path)
    return before, sum(len(batch.to_pylist()) for batch in batches)


def start():
    return time.process_time(), time.perf_counter()


def read(path):
    (cpu, wall), rows = count_rows(path)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"rows": rows, "cpuSeconds": time.process_time() - cpu, "seconds": time.perf_counter() - wall, "peakMb": peak}))


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]))
        print("{}")
    elif sys.argv[1] == "large":
        large(sys.argv[2])
        print("{}")
    else:
        read(sys.argv[2])
