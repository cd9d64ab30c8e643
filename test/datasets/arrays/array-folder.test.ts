import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { ArrayRef } from "../../../src/core/data/array-ref.ts";
import { arrayFolder } from "../../../src/datasets/arrays/array-folder.ts";
import { hdf5File } from "../../../src/datasets/arrays/hdf5-file.ts";
import { writeNpz } from "../../../src/datasets/arrays/write-npz.ts";
import { contentDigest } from "../../../src/files/content-digest.ts";

/** Files that make-arrays.py wrote. */
const here = fileURLToPath(new URL(".", import.meta.url));
const arrays = arrayFolder(here);
const made = mkdtempSync(join(tmpdir(), "vidimus-arrays-"));
afterAll(async () => {
  await arrays[Symbol.asyncDispose]();
  rmSync(made, { recursive: true });
});

const grid = Array.from({ length: 60 }, (_, i) => i / 4);

async function read(path: string, name?: string, part: Partial<ArrayRef> = {}) {
  const { shape, values } = await arrays.read({ path, name, ...part });
  return { shape, values: [...values], isSingle: values instanceof Float32Array };
}

const whole = { shape: [20, 3], values: grid };

describe.each(["stored.npz", "deflated.npz"])("%s", (path) => {
  it.each([
    ["X", true],
    ["double", false],
    ["half", true],
    ["big", true],
    ["turned", true],
  ])("reads %s", async (name, isSingle) => {
    expect(await read(path, name)).toEqual({ ...whole, isSingle });
    expect(
      await read(path, name, {
        rows: [3, 5],
        columns: [
          [2, 3],
          [0, 1],
        ],
      }),
    ).toEqual({
      shape: [2, 2],
      values: [11 / 4, 9 / 4, 14 / 4, 12 / 4],
      isSingle,
    });
  });

  it.each(["cube", "turned_cube"])("keeps the order of the dimensions of %s", async (name) => {
    expect((await read(path, name)).values).toEqual(Array.from({ length: 24 }, (_, i) => i));
    expect(await read(path, name, { rows: [1, 2], columns: [[4, 6]] })).toMatchObject({
      shape: [1, 2],
      values: [16, 17],
    });
    expect((await read(path, name, { rows: [1, 2] })).shape).toEqual([1, 3, 4]);
  });

  it("reads whole numbers, truths, scalars and nothing", async () => {
    expect((await read(path, "long")).values).toEqual([1, -2, 2 ** 60]);
    expect((await read(path, "yes")).values).toEqual([1, 0, 1]);
    expect((await read(path, "bytes")).values).toEqual([0, 1, 2, 3, 4]);
    expect(await read(path, "scalar")).toMatchObject({ shape: [], values: [3.5] });
    expect(await read(path, "none")).toMatchObject({ shape: [0, 4], values: [] });
  });

  it.each([
    ["texts", `${path}: array "texts": it holds texts, where numbers are wanted`],
    ["objects", "which are not opened because they could run code"],
    ["Y", `${path}: array "Y": there is none of this name; it holds X, double, half`],
    [undefined, `${path}: it holds 14 arrays, and none is named: X, double`],
  ])("refuses %s", async (name, message) => {
    await expect(read(path, name)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining(message),
    });
  });

  it("says which rows and columns there are", async () => {
    await expect(read(path, "X", { rows: [19, 21] })).rejects.toThrow(
      `${path}: array "X": rows 19 to 21 are wanted, and it has 20`,
    );
    await expect(read(path, "X", { columns: [[0, 4]] })).rejects.toThrow(
      "columns 0 to 4 are wanted, and a row has 3",
    );
  });
});

it("hands out numbers that a reader may change", async () => {
  for (const path of ["stored.npz", "deflated.npz"]) {
    const { values } = await arrays.read({ path, name: "X" });
    values.fill(0);
    expect((await read(path, "X")).values).toEqual(grid);
  }
});

it("drops kept arrays past its bound and reads them again", async () => {
  await using small = arrayFolder(here, { keptBytes: 1, openFiles: 1 });
  for (let round = 0; round < 2; round++) {
    for (const name of ["X", "double"])
      expect([...(await small.read({ path: "deflated.npz", name })).values]).toEqual(grid);
    expect([...(await small.read({ path: "grid.npy" })).values]).toEqual(grid);
  }
});

describe("one array", () => {
  it("needs no name", async () => {
    expect(await read("grid.npy")).toEqual({ ...whole, isSingle: true });
    await expect(read("grid.npy", "X")).rejects.toThrow("is one array, which has no name");
  });

  it("is refused where it is cut off", async () => {
    await expect(read("cut.npy")).rejects.toThrow("cut.npy: the data ends too early");
  });
});

describe("tables", () => {
  it("gives columns of Parquet, in single precision where the file has it", async () => {
    const column = grid.filter((_, i) => i % 3 === 0);
    expect(await read("table.parquet", "a")).toEqual({
      shape: [20],
      values: column,
      isSingle: true,
    });
    expect(await read("table.parquet", "window", { rows: [6, 9] })).toEqual({
      shape: [3],
      values: [6, 7, 8],
      isSingle: false,
    });
    expect(await read("table.parquet", "row")).toEqual({ ...whole, isSingle: true });
    expect((await read("table.parquet", "gap")).values.slice(0, 3)).toEqual([Number.NaN, 0, 1]);
  });

  it("gives columns of CSV, and all of them where none is named", async () => {
    expect(await read("features.csv")).toEqual({ ...whole, isSingle: false });
    expect((await read("features.csv", "f1")).values).toEqual(grid.filter((_, i) => i % 3 === 1));
    expect((await read("table.csv", "gap")).values.slice(0, 2)).toEqual([Number.NaN, 1]);
  });

  it("names the line and column of what is no number", async () => {
    await expect(read("table.csv")).rejects.toThrow(
      'table.csv: line 2: "x" in the column "label" is no number',
    );
    await expect(read("table.parquet", "label")).rejects.toThrow('"x" in the column "label"');
    await expect(read("table.parquet")).rejects.toThrow('the column "row" holds lists');
    await expect(read("table.csv", "c")).rejects.toThrow("it holds a, b, label, gap");
  });
});

describe("HDF5", () => {
  const path = "arrays.hdf5";

  it.each([
    ["slam/trans_xyz", true],
    ["/slam/trans_xyz", true],
    ["double", false],
    ["half", true],
    ["half_big", true],
    ["big", true],
    ["gzip", true],
  ])("reads %s", async (name, isSingle) => {
    expect(await read(path, name)).toEqual({ ...whole, isSingle });
    expect((await read(path, name, { rows: [19, 20] })).values).toEqual(grid.slice(57));
  });

  it("reads LZF with its plugin: without it, the memory's content would come back", async () => {
    const { values } = await read(path, "lzf");
    expect(values).toEqual(Array.from({ length: 600 }, (_, i) => i % 3));
  });

  it.each([
    ...["bitshuffle", "blosc_lz4", "blosc_zstd", "blosc2_lz4", "bzip2", "lz4", "zfp", "zstd"],
    ...["scaleoffset", "szip"],
  ])("reads what %s compressed", async (name) => {
    const { values } = await read("filters.hdf5", name);
    expect(values).toEqual(Array.from({ length: 600 }, (_, i) => i % 3));
  });

  it.each([
    ["blosc_zlib", "it is compressed by blosc with zlib, which cannot be read here"],
    ["blosc2_zlib", "it is compressed by blosc with zlib, which cannot be read here"],
    ["blosc_snappy", "it is compressed by blosc with snappy, which cannot be read here"],
    ["sz3", "floating-point data. (32024), which is not known here; save it with gzip"],
  ])("refuses %s before the library could end over it", async (name, message) => {
    await expect(read("filters.hdf5", name)).rejects.toThrow(message);
  });

  it("reads whole numbers, truths and scalars", async () => {
    expect((await read(path, "long")).values).toEqual([1, -2, 2 ** 60]);
    expect((await read(path, "short_big")).values).toEqual([1, -2, 300]);
    expect((await read(path, "yes")).values).toEqual([1, 0, 1]);
    expect(await read(path, "scalar")).toMatchObject({ shape: [], values: [3.5] });
  });

  it.each([
    ["unknown", "compressed by the filter without a name (32011), which is not known here"],
    ["records", "it holds records, references or lists"],
    ["caption", "it holds texts, where numbers are wanted"],
    ["elsewhere", "it lies in another file, other.hdf5"],
    ["virtual", "it lies in other files, such as other.hdf5"],
    ["gone", "there is no such dataset"],
    ["slam/quat", 'there is no such dataset; "slam" holds frame_names, trans_xyz'],
    ["slam", "there is no such dataset; the file holds big, caption"],
    [undefined, "there is no such dataset; the file holds"],
  ])("refuses %s", async (name, message) => {
    await expect(read(path, name)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining(message),
    });
  });

  it("says that a file is cut off or no HDF5", async () => {
    await expect(read("cut.hdf5", "double")).rejects.toThrow("cut.hdf5: cannot be opened as HDF5");
    writeFileSync(join(made, "a.h5"), "no HDF5");
    await expect(arrayFolder(made).read({ path: "a.h5", name: "x" })).rejects.toMatchObject({
      name: "UserError",
    });
  });

  it("reads texts and lists datasets, and follows no link into other files", async () => {
    const file = await hdf5File(join(here, path));
    expect(file.texts("caption")).toEqual(['{"é": 1}']);
    expect(file.texts("slam/frame_names")).toEqual(["frame_000001", "frame_000002"]);
    expect(file.texts("fixed")).toEqual(["abc", "d"]);
    expect(file.shape("slam/trans_xyz")).toEqual([20, 3]);
    expect(file.shape("slam/nothing")).toBeUndefined();
    expect(file.names).toContain("slam/trans_xyz");
    expect(file.names).not.toContain("elsewhere");
    expect(() => file.texts("long")).toThrow("it holds no texts");
    await file.close();
  });
});

describe("paths", () => {
  it("stay inside the folder", async () => {
    symlinkSync(join(here, "grid.npy"), join(made, "link.npy"));
    const folder = arrayFolder(made);
    await expect(folder.read({ path: "../grid.npy" })).rejects.toThrow("lies outside");
    await expect(folder.read({ path: "link.npy" })).rejects.toThrow("leads outside");
    await expect(folder.digest("link.npy")).rejects.toThrow("leads outside");
    await expect(folder.read({ path: "none.npy" })).rejects.toThrow("no such file");
    await expect(arrays.read({ path: "make-arrays.py" })).rejects.toThrow(
      'arrays of files ending in ".py" cannot be read',
    );
  });

  it("are known by the SHA-256 of their files", async () => {
    const text = readFileSync(join(here, "table.csv"), "utf8");
    expect(await arrays.digest("table.csv")).toBe(contentDigest(text));
  });
});

it.each([
  ["small", 50, true],
  ["large", 3000, false],
] as const)("reads arrays that are %s once, or by range", async (name, count, isKept) => {
  const path = join(made, `${name}.npz`);
  const width = 1000;
  const filled = (value: number) => ({
    X: { shape: [count, width], values: new Float32Array(count * width).fill(value) },
  });
  await writeNpz(path, filled(1));
  await using folder = arrayFolder(made);
  const first = async (row: number) =>
    (await folder.read({ path: `${name}.npz`, name: "X", rows: [row, row + 1] })).values;
  const given = await first(0);
  expect(given[0]).toBe(1);
  given.fill(7);
  const bytes = readFileSync(path);
  // Zeros over all rows but the header, in the file that is open.
  writeFileSync(path, bytes.fill(0, bytes.length - 4 * count * width));
  expect([(await first(0))[500], (await first(1))[500]]).toEqual(isKept ? [1, 1] : [0, 0]);
});
