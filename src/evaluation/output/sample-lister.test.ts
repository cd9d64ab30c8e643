import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Sample } from "../../core/data/sample.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import type { Settled } from "../../engine/settled.ts";
import type { Marked } from "../../scoring/scoring.ts";
import type { ListedSamples, SampleListing } from "../../summary/sample-listing.ts";
import type { Summary } from "../../summary/summary.ts";
import type { Task } from "../task/open-task.ts";
import { SampleLister } from "./sample-lister.ts";

interface Asked extends Sample {
  readonly question: string;
  readonly kind: string;
}

function task(isShared: boolean): Task {
  return {
    id: "qa",
    isShared,
    settings: { options: {} },
    scoring: { lent: {}, slices: ["level"] },
    family: {
      scoring: () => ({ slices: ({ kind }: Asked) => ({ kind }) }),
      display: {
        brief: ({ question }: Asked, prediction: string | null) => ({
          asked: question,
          truth: "yes",
          answer: prediction ?? undefined,
        }),
      },
    },
  } as unknown as Task;
}

const score = { title: "Accuracy", best: 1, worst: 0 };

function summary(kinds: Readonly<Record<string, string>>): Summary {
  const systems = Object.entries(kinds).map(([id, kind]) => ({
    id,
    kind,
    metrics: { accuracy: score },
  }));
  return { tasks: [{ id: "qa", systems }] } as unknown as Summary;
}

function settled(system: string, digest: string): Settled {
  const kind = system === "chance" ? "chance" : "chat";
  return { planned: { digest }, cell: { system: { kind } } } as unknown as Settled;
}

function put(lister: SampleLister, at: number, { system = "model", isRight = true } = {}): void {
  const digest = (at * 7919).toString(16).padStart(32, "0");
  const sample: Asked = {
    id: `q${at}`,
    group: "clip",
    question: `Is it ${at}?`,
    kind: at % 2 ? "odd" : "even",
  };
  const marked: Marked = {
    outcome: answered(isRight ? "yes" : "no"),
    errorClass: isRight ? null : "wrong",
    values: { accuracy: isRight ? 1 : 0 },
  };
  lister.add({ task: "qa", system }, sample, marked, settled(system, digest));
}

function unpacked({ packed }: SampleListing): ListedSamples {
  return (JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString()) as ListedSamples[])[0]!;
}

describe("SampleLister", () => {
  it("lists each answer with its sample, score, mistake and slices", () => {
    const lister = new SampleLister([task(true)]);
    put(lister, 1);
    put(lister, 2, { isRight: false });
    lister.add(
      { task: "qa", system: "model" },
      { id: "q3", group: "q3", question: "a\n  b", kind: "odd" } as Sample,
      {
        outcome: noAnswer("refused", "I would rather not"),
        errorClass: "no-answer",
        values: { accuracy: 0 },
      },
      settled("model", "f".repeat(32)),
    );
    const listing = lister.finish(summary({ model: "chat", chance: "chance" }));
    expect(listing.tasks).toEqual([
      { id: "qa", hasTexts: true, systems: [{ id: "model", total: 3, listed: 3 }] },
    ]);
    const { samples, systems, ...rest } = unpacked(listing);
    expect(rest).toMatchObject({
      score: { title: "Accuracy", unit: "percent" },
      errors: ["wrong", "no-answer"],
      slices: [{ name: "kind", values: ["even", "odd"] }],
    });
    expect(samples).toEqual({
      id: ["q2", "q3", "q1"],
      group: ["clip", "", "clip"],
      asked: ["Is it 2?", "a b", "Is it 1?"],
      truth: ["yes", "yes", "yes"],
      slices: [[0, 1, 1]],
    });
    expect(systems).toEqual([
      {
        id: "model",
        isProbe: false,
        sample: [0, 1, 2],
        repeat: [],
        outcome: [0, rest.outcomes.indexOf("refused"), 0],
        error: [0, 1, -1],
        score: [0, 0, 1],
        answer: ["no", "I would rather not", "yes"],
      },
    ]);
  });

  it("keeps mistakes where there is no room for all, and says how many are left out", () => {
    const lister = new SampleLister([task(true)], 10);
    for (let at = 1; at <= 100; at++) put(lister, at, { isRight: at % 20 !== 0 });
    const listing = lister.finish(summary({ model: "chat" }));
    expect(listing.tasks[0]!.systems).toEqual([{ id: "model", total: 100, listed: 10 }]);
    const { samples, errors, systems } = unpacked(listing);
    expect(samples.id.slice(0, 5)).toEqual(["q20", "q40", "q60", "q80", "q100"]);
    expect(samples.id).toHaveLength(10);
    expect(systems[0]!.error.map((at) => errors[at])).toEqual([
      ...Array.from({ length: 5 }, () => "wrong"),
      ...Array.from({ length: 5 }, () => undefined),
    ]);
  });

  it("lists the same samples in whatever order they end, and each once for all systems", () => {
    const list = (order: readonly number[]) => {
      const lister = new SampleLister([task(true)], 10);
      for (const system of ["model", "other"]) for (const at of order) put(lister, at, { system });
      return unpacked(lister.finish(summary({ model: "chat", other: "chat" })));
    };
    const numbers = Array.from({ length: 60 }, (_, at) => at + 1);
    expect(list(numbers.toReversed())).toEqual(list(numbers));
    expect(list(numbers).samples.id).toHaveLength(10);
  });

  it("has no texts of data that may not be handed on", () => {
    const lister = new SampleLister([task(false)]);
    put(lister, 1, { isRight: false });
    const { samples, systems } = unpacked(lister.finish(summary({ model: "chat" })));
    expect(samples).toMatchObject({ id: ["q1"], group: [""], asked: [""], truth: [""] });
    expect(systems[0]!.answer).toEqual([""]);
  });

  it("lists baselines only where there is nothing else", () => {
    const lister = new SampleLister([task(true)]);
    put(lister, 1, { system: "chance" });
    expect(lister.finish(summary({ chance: "chance" })).tasks[0]!.systems).toEqual([
      { id: "chance", total: 1, listed: 1 },
    ]);
  });
});
