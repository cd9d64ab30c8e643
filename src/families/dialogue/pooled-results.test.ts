import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryScratch, type Scratch } from "../../core/data/scratch.ts";
import { exportedJson } from "./exported-json.ts";
import { type PooledStream, pooledResults } from "./pooled-results.ts";

/** What was written before streams could be written as they come: everything in one document. */
function inOnePiece(streams: readonly PooledStream[]): string {
  const lists = (name: Exclude<keyof PooledStream, "gen_ref">) =>
    streams.flatMap((stream) => stream[name]);
  return exportedJson({
    missed: lists("missed"),
    redundant: lists("redundant"),
    matched: lists("matched"),
    match_costs: lists("match_costs"),
    semantic_scores: lists("semantic_scores"),
    gen_ref: Object.assign({}, ...streams.map(({ gen_ref }) => gen_ref)),
    time_diff: lists("time_diff"),
  });
}

const textOf = (streams: readonly PooledStream[], scratch?: Scratch) => {
  const pool = pooledResults(scratch && (() => scratch));
  for (const stream of streams) pool.add(stream);
  return [...pool.texts()];
};
const frame = fc.record({
  gen: fc.string(),
  text_inputs: fc.array(fc.string(), { maxLength: 2 }),
  timestamp_in_stream: fc.nat(9),
});
const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 3 });
const stream: fc.Arbitrary<PooledStream> = fc.record({
  missed: fc.array(frame, { maxLength: 2 }),
  redundant: fc.array(frame, { maxLength: 2 }),
  matched: fc.array(fc.tuple(frame, frame), { maxLength: 2 }),
  match_costs: numbers,
  semantic_scores: numbers,
  gen_ref: fc.dictionary(
    fc.string().map((key) => `u${key}`),
    fc.tuple(fc.string(), fc.string(), fc.double({ noNaN: true })),
    { maxKeys: 2, noNullPrototype: true },
  ),
  time_diff: numbers,
});

describe("the results of all streams", () => {
  it("are what one document would be, letter by letter", () => {
    fc.assert(
      fc.property(fc.array(stream, { maxLength: 4 }), (streams) => {
        const named = streams.map((one, at) => ({
          ...one,
          gen_ref: Object.fromEntries(
            Object.entries(one.gen_ref).map(([key, value]) => [`${key}_${at}`, value]),
          ),
        }));
        expect(textOf(named).join("")).toBe(inOnePiece(named));
      }),
    );
  });

  it("lie aside until all have come, and are written in pieces that do not grow with them", () => {
    const memory = memoryScratch();
    let kept = 0;
    const scratch: Scratch = {
      keep(bytes) {
        kept += bytes.length;
        return memory.keep(bytes);
      },
      read: (place) => memory.read(place),
    };
    const long = { gen: "pour the water ".repeat(100), timestamp_in_stream: 7 };
    const empty = {
      missed: [],
      redundant: [],
      match_costs: [],
      semantic_scores: [],
      gen_ref: {},
      time_diff: [],
    };
    const pieces = textOf(
      Array<PooledStream>(2_000).fill({ ...empty, matched: [[long, long]] }),
      scratch,
    );
    const letters = pieces.reduce((sum, { length }) => sum + length, 0);
    expect(letters).toBeGreaterThan(6e6);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(3e5);
    expect(kept).toBeGreaterThan(0.99 * letters);
  });
});
