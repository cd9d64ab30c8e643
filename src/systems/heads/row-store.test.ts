import { describe, expect, it } from "vitest";
import { openRowStore, someRows } from "./row-store.ts";

const width = 3;
const row = (at: number) => Float64Array.of(at, at + 0.1, at + 0.2);

/** Rows of which one block of 128 is in memory, and the others in a file. */
function filled(count: number, isDouble = true) {
  const store = openRowStore({ width, isDouble, memoryBytes: 1 });
  for (let at = 0; at < count; at++) store.add(row(at));
  return store;
}

describe("a store of rows", () => {
  it.each([1, 128, 129, 300, 384])("gives back %d rows, whole or in part", (count) => {
    using store = filled(count);
    expect(store.count).toBe(count);
    const all = Array.from({ length: count }, (_, at) => [...row(at)]).flat();
    expect(Array.from(store.read(0, count) as Float64Array)).toEqual(all);
    expect(Array.from(store.read(count - 1, count) as Float64Array)).toEqual([...row(count - 1)]);
  });

  it("gives rows in any order, in single precision", () => {
    using store = filled(400);
    const into = new Float32Array(4 * width);
    store.pick([399, 0, 200, 130], into);
    expect(into).toEqual(Float32Array.from([399, 0, 200, 130].flatMap((at) => [...row(at)])));
    someRows(store, 100, 400).pick([299, 0, 100, 30], into);
    expect(into).toEqual(Float32Array.from([399, 100, 200, 130].flatMap((at) => [...row(at)])));
  });

  it("keeps single precision where it is enough", () => {
    using store = filled(300, false);
    expect(store.read(256, 257)).toEqual(Float32Array.from(row(256)));
  });

  it("changes rows wherever they are", () => {
    using store = filled(400);
    store.update((block) => block.set(block.map((value) => -value)));
    for (const at of [0, 127, 128, 255, 256, 399])
      expect(store.read(at, at + 1)).toEqual(row(at).map((value) => -value));
  });

  it("is not read after it was disposed of", () => {
    const store = filled(10);
    store[Symbol.dispose]();
    expect(() => store.read(0, 1)).toThrow("rows are read after they were disposed of");
  });
});
