import { describe, expect, it } from "vitest";
import { withScoring } from "../../../test/support/with-scoring.ts";
import { nothingLent } from "../../core/family/lent.ts";
import type { Family } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";
import { families } from "../../families/index.ts";
import { multipleChoice } from "../../families/multiple-choice/index.ts";
import { checkExports } from "./check-exports.ts";
import { extendRegistries } from "./extend-registries.ts";

const own = { ...multipleChoice, id: "own" } as unknown as Family;
const [metric] = own.scoring({}, nothingLent).metrics;
const [measure] = own.scoring({}, nothingLent).measures;
const boom = () => {
  throw new TypeError("boom");
};

/** The family as a run gets it when ./my.ts exports it. */
function loaded(changes: Partial<Family> = {}): Family {
  const known = { families: families as unknown as readonly Family[], systemKinds: [] };
  const module = checkExports({ family: { ...own, ...changes } }, "./my.ts");
  return extendRegistries(known, module, "./my.ts").families.find(({ id }) => id === "own")!;
}

const sample = { id: "q7", group: "q7", question: "?", choices: ["a", "b"], answer: 0, media: [] };
const observation = { sample, prediction: { choice: 0 }, outcome: "answered", grades: {} } as const;

/** What the family says of one sample: the evidence goes through its measure and its metric. */
function score(family: Family): number | null {
  const [first] = family.scoring({}, nothingLent).measures;
  const [headline] = family.scoring({}, nothingLent).metrics;
  if (headline!.kind === "corpus") throw new TypeError("a mean is expected");
  return headline!.value(first!.measure(observation));
}

function errorOf(call: () => unknown): UserError {
  try {
    call();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a module of the user's that goes wrong while it is used", () => {
  it("is changed in nothing as long as it is right", () => {
    expect(score(loaded())).toBe(1);
  });

  it.each([
    ["no number", "far", '"far", but must be a number or null'],
    ["a member that is not there", undefined, "undefined, but must be a number or null"],
    ["no finite number", Number.NaN, "NaN, but must be a number or null"],
    ["a number out of bounds", 7, "7, but must be a number from 0 to 1 or null"],
  ])("is named with metric, sample and evidence: %s", (_, value, problem) => {
    const wrong = { ...metric!, kind: "mean", value: () => value } as never;
    const error = errorOf(() => score(loaded(withScoring(own, () => ({ metrics: [wrong] })))));
    expect(error.message).toBe(
      `./my.ts: family "own": metric "accuracy": value of sample "q7" is ${problem}`,
    );
    expect(error.hint).toMatch(/^it reads the evidence \{/);
  });

  it("may give a proportion 0 and 1 alone", () => {
    const wrong = { ...metric!, kind: "proportion", value: () => 0.5 } as never;
    expect(() => score(loaded(withScoring(own, () => ({ metrics: [wrong] }))))).toThrow(
      "is 0.5, but must be 0, 1 or null",
    );
  });

  it("is named where the score of a whole set is none", () => {
    const corpus = { ...metric!, kind: "corpus", prepare: () => () => 7 } as never;
    const [wrong] = loaded(withScoring(own, () => ({ metrics: [corpus] }))).scoring(
      {},
      nothingLent,
    ).metrics;
    expect(() => wrong!.prepare([])()).toThrow(
      './my.ts: family "own": metric "accuracy": the score is 7, but must be a number from 0 to 1 or null',
    );
  });

  it.each<[string, Partial<Family>, (family: Family) => unknown, string]>([
    [
      "a measure",
      withScoring(own, () => ({ measures: [{ ...measure!, measure: boom }] })),
      score,
      `family "own": measure "${measure!.signature}": measure throws for "q7": boom`,
    ],
    [
      "a format",
      { data: { ...own.data, formats: [{ id: "f", summary: "f", reads: "rows", read: boom }] } },
      ({ data: { formats } }) => (formats[0] as { read(row: unknown): unknown }).read({ id: "r1" }),
      'family "own": format "f": read throws for "r1": boom',
    ],
    [
      "a baseline",
      { proof: { ...own.proof, baselines: { ...own.proof.baselines, oracle: boom } } },
      ({ proof: { baselines } }) => baselines.oracle(sample),
      'family "own": baselines: oracle throws for "q7": boom',
    ],
  ])("is named where it throws: %s", (_, changes, call, problem) => {
    const error = errorOf(() => call(loaded(changes)));
    expect(error.message).toBe(`./my.ts: ${problem}`);
    expect(error.hint).toContain("guard-module.test.ts");
  });

  it("is named where a format of folders throws on its way", async () => {
    // biome-ignore lint/correctness/useYield: it throws before
    const reading = async function* (): AsyncGenerator<never> {
      boom();
    };
    const [format] = loaded({
      data: { ...own.data, formats: [{ id: "f", summary: "f", reads: "folder", read: reading }] },
    }).data.formats;
    const read = async () => {
      for await (const _ of (format as unknown as { read(): AsyncIterable<unknown> }).read());
    };
    await expect(read()).rejects.toThrow('./my.ts: family "own": format "f": read throws: boom');
  });
});
