import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { contentDigest } from "../../files/content-digest.ts";
import { numpyDocument } from "../numpy/numpy-rows.ts";
import { arrayFolder } from "./array-folder.ts";
import { writeNpz } from "./write-npz.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-npz-"));
afterAll(() => rmSync(folder, { recursive: true }));

const arrays = {
  X: { shape: [2, 3], values: Float32Array.of(1, 2, 3, 4, 5, 6.5) },
  double: { values: Float64Array.of(Math.PI) },
  starts: { values: Int32Array.of(0, 5) },
  long: { values: BigInt64Array.of(-1n, 2n ** 40n) },
  valid: { values: { bool: [true, false] } },
  names: { values: ["a", "", "größe 😀"] },
  none: { shape: [0, 4], values: new Float32Array(0) },
  pieces: {
    shape: [3],
    values: {
      type: "<f4" as const,
      async *pieces() {
        yield new Uint8Array(Float32Array.of(1).buffer);
        yield new Uint8Array(Float32Array.of(2, 3).buffer);
      },
    },
  },
};

it("writes arrays that are read back as they were", async () => {
  const path = join(folder, "all.npz");
  await writeNpz(path, arrays);
  expect(await numpyDocument(path)).toEqual({
    X: [
      [1, 2, 3],
      [4, 5, 6.5],
    ],
    double: [Math.PI],
    starts: [0, 5],
    long: [-1, 2 ** 40],
    valid: [true, false],
    names: ["a", "", "größe 😀"],
    none: [],
    pieces: [1, 2, 3],
  });
  await using source = arrayFolder(folder);
  expect(await source.read({ path: "all.npz", name: "X", rows: [1, 2] })).toEqual({
    shape: [1, 3],
    values: Float32Array.of(4, 5, 6.5),
  });
});

it("writes equal arrays as equal files, which NumPy 2.4.6 was seen to read", async () => {
  const path = join(folder, "again.npz");
  await writeNpz(path, arrays);
  expect(contentDigest(readFileSync(path, "latin1"))).toMatchInlineSnapshot(
    `"4430bfca23ec16f1e114afded7adcdcc2b03a635b73e02c022f9780268a3ad24"`,
  );
});

it("refuses values that do not fill their shape, and leaves nothing behind", async () => {
  await expect(
    writeNpz(join(folder, "wrong.npz"), { X: { shape: [2, 2], values: Float32Array.of(1) } }),
  ).rejects.toThrow('array "X": 1 values do not fill the shape (2, 2)');
  expect(readdirSync(folder).filter((name) => name.startsWith("wrong"))).toEqual([]);
});
