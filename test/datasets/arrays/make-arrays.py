"""Writes the small files of arrays that array-folder.test.ts reads.

    python test/datasets/arrays/make-arrays.py        (numpy 2.4.6, h5py 3.16.0, hdf5plugin 7.1.0, pyarrow 26.0.1)
"""
import os

import h5py
import hdf5plugin
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

here = os.path.dirname(os.path.abspath(__file__))
at = lambda name: os.path.join(here, name)
grid = np.arange(60, dtype="<f4").reshape(20, 3) / 4

arrays = {
    "X": grid, "double": grid.astype("<f8"), "half": grid.astype("<f2"), "big": grid.astype(">f4"),
    "turned": np.asfortranarray(grid), "cube": np.arange(24, dtype="<i4").reshape(2, 3, 4),
    "turned_cube": np.asfortranarray(np.arange(24, dtype="<i4").reshape(2, 3, 4)),
    "long": np.array([1, -2, 2**60 + 1]), "yes": np.array([True, False, True]), "scalar": np.float64(3.5),
    "bytes": np.arange(5, dtype="u1"), "texts": np.array(["a", "bc"]), "objects": np.array([{}, 1], dtype=object),
    "none": np.zeros((0, 4), "<f4"),
}
np.savez(at("stored.npz"), **arrays)
np.savez_compressed(at("deflated.npz"), **arrays)
np.save(at("grid.npy"), grid)
with open(at("cut.npy"), "wb") as cut:
    cut.write(open(at("grid.npy"), "rb").read()[:-40])

pq.write_table(pa.table({
    "window": pa.array(range(20), pa.int64()), "a": pa.array(grid[:, 0]), "b": pa.array(grid[:, 1]),
    "row": pa.array(list(grid), pa.list_(pa.float32())), "label": pa.array(["x"] * 20),
    "gap": pa.array([None, *range(19)], pa.int32()),
}), at("table.parquet"), row_group_size=7)
with open(at("table.csv"), "w") as table:
    table.write("a,b,label,gap\n")
    table.writelines(f"{x},{y},x,{'' if i == 0 else i}\n" for i, (x, y, _) in enumerate(grid))
with open(at("features.csv"), "w") as table:
    table.write("f0,f1,f2\n")
    table.writelines(",".join(str(value) for value in row) + "\n" for row in grid)

with h5py.File(at("arrays.hdf5"), "w") as file:
    file["slam/trans_xyz"] = grid
    file["slam/frame_names"] = ["frame_000001", "frame_000002"]
    file["fixed"] = np.array([b"abc", b"d"])
    file["caption"] = '{"é": 1}'
    file["double"] = grid.astype("f8")
    file["half"] = grid.astype("f2")
    file["half_big"] = grid.astype(">f2")
    file["big"] = grid.astype(">f4")
    file["short_big"] = np.array([1, -2, 300], dtype=">i2")
    file["long"] = np.array([1, -2, 2**60 + 1])
    file["yes"] = np.array([True, False, True])
    file["scalar"] = 3.5
    file["records"] = np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")])
    file.create_dataset("gzip", data=grid, chunks=(5, 3), compression="gzip", shuffle=True, fletcher32=True)
    file.create_dataset("lzf", data=np.tile(np.arange(3, dtype="f4"), (200, 1)), chunks=(50, 3), compression="lzf")
    # The number of a filter that is registered for somebody else's use: optional, so that it can be written.
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_chunk((5, 3))
    plist.set_filter(32011, h5py.h5z.FLAG_OPTIONAL, (1,))
    h5py.h5d.create(file.id, b"unknown", h5py.h5t.IEEE_F32LE, h5py.h5s.create_simple((20, 3)), plist)
    file["elsewhere"] = h5py.ExternalLink("other.hdf5", "/secret")
    file["gone"] = h5py.SoftLink("/nowhere")
    layout = h5py.VirtualLayout(shape=(20, 3), dtype="f4")
    layout[:] = h5py.VirtualSource("other.hdf5", "secret", shape=(20, 3))
    file.create_virtual_dataset("virtual", layout)
with open(at("cut.hdf5"), "wb") as cut:
    cut.write(open(at("arrays.hdf5"), "rb").read()[:3000])

filters = {
    "bitshuffle": hdf5plugin.Bitshuffle(), "blosc_lz4": hdf5plugin.Blosc(), "blosc_zstd": hdf5plugin.Blosc(cname="zstd"),
    "blosc2_lz4": hdf5plugin.Blosc2(cname="lz4"), "bzip2": hdf5plugin.BZip2(), "lz4": hdf5plugin.LZ4(), "zfp": hdf5plugin.Zfp(reversible=True),
    "zstd": hdf5plugin.Zstd(), "scaleoffset": {"scaleoffset": 0}, "szip": {"compression": "szip"},
    # The library's plugins come without these.
    "blosc_zlib": hdf5plugin.Blosc(cname="zlib"), "blosc2_zlib": hdf5plugin.Blosc2(cname="zlib"), "blosc_snappy": hdf5plugin.Blosc(cname="snappy"),
    "sz3": hdf5plugin.SZ3(absolute=0.01),
}
with h5py.File(at("filters.hdf5"), "w") as file:
    for name, options in filters.items():
        values = np.tile(np.arange(3), (200, 1))
        file.create_dataset(name, data=values.astype("i4" if name == "scaleoffset" else "f4"), chunks=(100, 3), **options)
