import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { assignSparse } from "../../src/math/assignment/assign-sparse.ts";

const file = new URL("../../../shared/data/dialogue/match_cases.json", import.meta.url);

interface MatchCase {
  readonly name: string;
  readonly n_frames: number;
  readonly window: readonly [number, number];
  readonly factor: number;
  readonly power: number;
  readonly gen: Readonly<Record<string, string>>;
  readonly ref: Readonly<Record<string, string>>;
  readonly cosine?: readonly (readonly [string, string, number])[];
  readonly sts_model?: null;
  readonly expected: {
    readonly error?: string;
    readonly matched?: readonly { readonly gen: number; readonly ref: number; readonly cost: number }[];
    readonly missed?: readonly number[];
    readonly redundant?: readonly number[];
  };
}

/** The cost of a pair of frames in float32, as the dialogue specification defines it; 1 for a silent reference frame. */
function pairCost(test: MatchCase, spoken: number, frame: number): number {
  const range = Math.max(Math.abs(test.window[0]), test.window[1]);
  const scale = Math.fround(test.factor / range ** test.power);
  const distance = Math.fround(Math.fround(Math.abs(spoken - frame) ** test.power) * scale);
  return Math.fround(meaningCost(test, test.gen[spoken]!, test.ref[frame]) + distance);
}

function meaningCost({ cosine = [], sts_model }: MatchCase, said: string, reference: string | undefined): number {
  if (reference === undefined) return 1;
  if (sts_model === null) return 0;
  const found = cosine.find(([first, second]) => first === said && second === reference);
  if (!found) throw new Error(`no cosine for ${said} and ${reference}`);
  return Math.fround(1 - Math.abs(Math.fround(found[2])));
}

function match(test: MatchCase) {
  const spoken = Object.keys(test.gen).map(Number);
  const starts = [0];
  const columns: number[] = [];
  const costs: number[] = [];
  for (const row of spoken) {
    for (let frame = Math.max(0, row + test.window[0]); frame <= Math.min(test.n_frames - 1, row + test.window[1]); frame++) {
      columns.push(frame);
      costs.push(pairCost(test, row, frame));
    }
    starts.push(columns.length);
  }
  const graph = { starts: Uint32Array.from(starts), columns: Uint32Array.from(columns), costs: Float64Array.from(costs) };
  const assignment = assignSparse({ ...graph, columnCount: test.n_frames }, { zeroEdge: "drop" });
  if (!assignment.feasible) return "infeasible";
  const pairs = spoken.map((gen, row) => ({ gen, ref: assignment.columnOfRow[row]! }));
  const taken = new Set(assignment.columnOfRow);
  return {
    matched: pairs.filter(({ ref }) => ref in test.ref).map(({ gen, ref }) => ({ gen, ref, cost: pairCost(test, gen, ref) })),
    missed: Object.keys(test.ref)
      .map(Number)
      .filter((frame) => !taken.has(frame)),
    redundant: pairs.filter(({ ref }) => !(ref in test.ref)).map(({ gen }) => gen),
  };
}

describe.skipIf(!existsSync(file))("the dialogue match cases (skipped where ../shared/data is absent)", () => {
  const cases = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly MatchCase[]) : [];

  it("are 25", () => {
    expect(cases.length).toBe(25);
  });

  it.each(cases.map((test) => ({ name: test.name, test })))("$name", ({ test }) => {
    const { error, matched, missed, redundant } = test.expected;
    // The original refuses a stream without frames before any assignment; for us it is a problem without rows.
    if (test.n_frames === 0) return expect(match(test)).toEqual({ matched: [], missed: [], redundant: [] });
    if (error) return expect([error, match(test)]).toEqual(["ValueError: no full matching exists", "infeasible"]);
    expect(match(test)).toEqual({ matched: matched!.map(({ gen, ref, cost }) => ({ gen, ref, cost })), missed, redundant });
  });
});
