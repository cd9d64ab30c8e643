import { describe, expect, it } from "vitest";
import { nothingLent } from "../core/family/lent.ts";
import type { Family } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import { answered, failed, noAnswer, type Outcome } from "../core/run/outcome.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import { contentDigest } from "../files/content-digest.ts";
import { repeatTable } from "../report/table/repeat-table.ts";
import type { SystemSummary } from "../summary/system-summary.ts";
import { RepeatScorer } from "./repeat-scorer.ts";

const family: Family = multipleChoice as unknown as Family;
const settings = { options: family.data.options.parse({}), prompts: {} };
const scoring = {
  lent: nothingLent,
  family,
  settings,
  unanswered: "empty",
  slices: [],
  extractors: ["standard"],
  seed: 1,
  digest: contentDigest,
} as const;
const system = { id: "model", kind: "chat", speaks: "chat" } as const;

/** Choice 0 is right. */
const say = (choice: number | null): Outcome<unknown> => answered({ choice });

function sample(id: string, outcome: Outcome<unknown> | undefined): EndedSample {
  const own = {
    id,
    group: id,
    question: "?",
    choices: ["a", "b", "c"],
    answer: 0,
    media: [],
    metadata: {},
  };
  const planned = { sample: own, digest: contentDigest(canonicalJson(own)).slice(0, 32) };
  return { planned, outcome, grades: {}, looks: [], replies: [], extractor: undefined };
}

function summary(rows: readonly (readonly (Outcome<unknown> | undefined)[])[]): SystemSummary {
  const scorer = new RepeatScorer(scoring, system, rows[0]!.length);
  for (const [i, row] of rows.entries()) scorer.add(row.map((outcome) => sample(`s${i}`, outcome)));
  return scorer.finish([]);
}

describe("samples that were asked once", () => {
  it("have no repeats", () => {
    const once = summary([[say(0)], [say(1)]]);
    expect(once.repeats).toBeUndefined();
    expect(once.slices.repeat).toBeUndefined();
    expect(once.metrics.accuracy?.value).toBe(0.5);
  });
});

describe("repeats", () => {
  const rows = [
    [say(0), say(0), say(0)],
    [say(0), say(0), say(1)],
    [say(0), say(1), say(1)],
    [say(2), say(1), noAnswer("refused", "no")],
  ];

  it("have a mean and a spread, and a score each", () => {
    const { metrics, slices, repeats } = summary(rows);
    expect(metrics.accuracy).toMatchObject({ value: 6 / 12, n: 12 });
    expect(Object.values(slices.repeat!).map(({ metrics: own }) => own.accuracy?.value)).toEqual([
      3 / 4,
      2 / 4,
      1 / 4,
    ]);
    expect(repeats).toMatchObject({
      count: 3,
      metrics: { accuracy: { mean: 0.5, deviation: 0.25, lowest: 0.25, highest: 0.75 } },
    });
  });

  it("say how often any and how often all were right", () => {
    expect(summary(rows).repeats?.metrics.accuracy).toMatchObject({ any: 3 / 4, all: 1 / 4 });
  });

  it("say how likely one of k answers is right, by what all repeats tell", () => {
    const { passAt, mean, any } = summary(rows).repeats!.metrics.accuracy!;
    expect(Object.keys(passAt!)).toEqual(["1", "2", "3"]);
    expect(passAt!["1"]).toBeCloseTo(mean!, 12);
    // Of three answers two are drawn: right for certain with three or two right ones, in two of
    // three draws with one.
    expect(passAt!["2"]).toBeCloseTo((1 + 1 + 2 / 3) / 4, 12);
    expect(passAt!["3"]).toBeCloseTo(any!, 12);
  });

  it("have a vote, in which silence has no voice", () => {
    expect(summary(rows).repeats?.vote?.accuracy).toMatchObject({ value: 2 / 4, n: 4 });
    expect(summary([[noAnswer("refused", "no"), say(0)]]).repeats?.vote?.accuracy?.value).toBe(1);
    expect(
      summary([[noAnswer("refused", "no"), noAnswer("unparsed", "?")]]).repeats?.vote?.accuracy
        ?.value,
    ).toBe(0);
  });

  it("that failed on our side are no evidence", () => {
    const { repeats, coverage } = summary([
      [say(0), failed("transient", "no connection")],
      [say(0), say(0)],
    ]);
    expect(coverage).toBe(3 / 4);
    expect(repeats?.metrics.accuracy).toMatchObject({ any: 1, all: 1, mean: 1 });
  });

  it("make no interval narrower when they all say the same", () => {
    const said = Array.from({ length: 60 }, (_, i) => say(i % 3 === 0 ? 1 : 0));
    const width = ({ metrics: { accuracy } }: SystemSummary) => accuracy!.high! - accuracy!.low!;
    const once = width(summary(said.map((outcome) => [outcome])));
    const often = width(summary(said.map((outcome) => Array.from({ length: 5 }, () => outcome))));
    expect(often / once).toBeGreaterThan(0.95);
  });

  it("are shown with all their figures", () => {
    const { rows: shown } = repeatTable({ id: "t", family: "f", systems: [summary(rows)] });
    expect(shown[0]).toEqual([
      "Accuracy",
      "model",
      "3",
      "50.00 %",
      "25.00 %",
      "25.0–75.0",
      "75.00 %",
      "25.00 %",
      "50.00 %",
    ]);
    expect(repeatTable({ id: "t", family: "f", systems: [summary([[say(0)]])] }).rows).toEqual([]);
  });
});
