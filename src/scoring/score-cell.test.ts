import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { play } from "../../test/support/play.ts";
import { withScoring } from "../../test/support/with-scoring.ts";
import type { ChatAsk, ChatReply } from "../core/asking/chat.ts";
import { ask as put, type Steps } from "../core/asking/steps.ts";
import type { System } from "../core/asking/system.ts";
import { nothingLent } from "../core/family/lent.ts";
import type { Family } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import { answered, failed, noAnswer, type Outcome } from "../core/run/outcome.ts";
import type { ReplyEvent } from "../core/run/run-event.ts";
import type { Analysis, Resampling } from "../core/scores/analysis.ts";
import type { Grades } from "../core/scores/measure.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import type { ChoiceSample } from "../families/multiple-choice/schema.ts";
import { contentDigest } from "../files/content-digest.ts";
import type { SystemSummary } from "../summary/system-summary.ts";
import { CellScorer } from "./score-cell.ts";
import type { Scoring } from "./scoring.ts";

const family: Family = multipleChoice;
const common = { id: "model", identity: {}, concurrency: 1, ask: async () => [] };
const direct: System = { ...common, kind: "predictions", speaks: "prediction" };
const chat: System = { ...common, kind: "scripted", speaks: "chat" };

/** A question with the choices yes and no; yes is right. */
function question(id: string, changes: Partial<ChoiceSample> = {}): ChoiceSample {
  return {
    id,
    group: id,
    question: "Is it?",
    choices: ["yes", "no"],
    answer: 0,
    media: [],
    metadata: {},
    ...changes,
  };
}

function ended(
  sample: ChoiceSample,
  outcome: Outcome<unknown> | undefined,
  rest: Partial<EndedSample> = {},
): EndedSample {
  const digest = contentDigest(canonicalJson(sample)).slice(0, 32);
  return {
    planned: { sample, digest },
    outcome,
    grades: {},
    looks: [],
    replies: [],
    extractor: undefined,
    ...rest,
  };
}

function reply(text: string, place: Partial<ReplyEvent> = {}): ReplyEvent {
  const outcome = answered({ text, finish: "stop" });
  return {
    event: "reply",
    key: "k",
    attempt: 1,
    step: 0,
    position: 0,
    ask: "a",
    outcome,
    at: 0,
    ...place,
  };
}

/** A sample that was answered with this text, as one extractor read it. */
function replied(sample: ChoiceSample, text: string, extractor = "standard"): EndedSample {
  const steps = multipleChoice.asking.protocols.chat!.steps(sample, {
    options: { answer: "letter" },
    prompts: {},
    refs: sample.media,
    sees: false,
    extractor,
  });
  const { asks, outcome } = play(steps, {
    reply: () => reply(text).outcome as Outcome<{ text: string; finish: "stop" }>,
  });
  return ended(sample, outcome, {
    replies: [reply(text, { ask: contentDigest(canonicalJson(asks[0])) })],
    extractor,
  });
}

function scorer(changes: Partial<Scoring> = {}, system = direct): CellScorer {
  const settings = { options: family.data.options.parse({}), prompts: {} };
  return new CellScorer(
    {
      family,
      settings,
      lent: nothingLent,
      digest: contentDigest,
      unanswered: "empty",
      slices: [],
      extractors: ["standard"],
      seed: 1,
      ...changes,
    },
    system,
  );
}

function summaryOf(
  all: readonly EndedSample[],
  changes: Partial<Scoring> = {},
  system = direct,
): SystemSummary {
  const own = scorer(changes, system);
  for (const one of all) own.add(one);
  return own.finish([]);
}

const right = answered({ choice: 0 });
const wrong = answered({ choice: 1 });
const everyOutcome: readonly EndedSample[] = [
  ended(question("a"), right),
  ended(question("b"), wrong),
  ended(question("c"), noAnswer("unparsed", "no choice")),
  ended(question("d"), noAnswer("refused", "never")),
  ended(question("e"), noAnswer("truncated", "cut off")),
  ended(question("f", { group: "a" }), noAnswer("missing", "not in the file")),
  ended(question("g"), noAnswer("media-error", "broken")),
  ended(question("h"), noAnswer("failed", "no connection")),
  ended(question("i"), undefined),
];

/** What every score of the family reads. */
const ofChoice = " of choice|equality:index|v:1";

describe("counts", () => {
  it("scores what the system did and covers what was put to it and came back", () => {
    const summary = summaryOf(everyOutcome);
    expect(summary).toMatchObject({
      id: "model",
      kind: "predictions",
      n: 6,
      total: 9,
      coverage: 5 / 9,
      answered: 2 / 9,
      groups: 5,
    });
    expect(summary.outcomes).toEqual({
      answered: 2,
      unparsed: 1,
      refused: 1,
      truncated: 1,
      missing: 1,
      "media-error": 1,
      failed: 1,
      pending: 1,
    });
    expect(summary.metrics.accuracy).toMatchObject({ value: 1 / 6, n: 6, bounds: [1 / 9, 4 / 9] });
    expect(summary.metrics["parse-rate"]).toMatchObject({ value: 2 / 3, n: 3 });
    expect(summary.otherPolicy).toMatchObject({
      unanswered: "exclude",
      metrics: { accuracy: { value: 1 / 2, n: 2, bounds: [1 / 5, 4 / 5] } },
    });
  });

  it("covers all where nothing is left, and nothing where nothing was planned", () => {
    expect(summaryOf(everyOutcome.slice(0, 6))).toMatchObject({
      n: 6,
      total: 6,
      coverage: 5 / 6,
      answered: 2 / 6,
    });
    expect(summaryOf(everyOutcome.slice(0, 2))).toMatchObject({
      n: 2,
      total: 2,
      coverage: 1,
      answered: 1,
    });
    expect(summaryOf(everyOutcome.slice(0, 6)).metrics.accuracy).not.toHaveProperty("bounds");
    expect(summaryOf([])).toMatchObject({
      n: 0,
      total: 0,
      coverage: null,
      answered: null,
      groups: 0,
      metrics: { accuracy: { value: null } },
    });
    expect(summaryOf([ended(question("a"), undefined)])).toMatchObject({
      n: 0,
      total: 1,
      coverage: 0,
    });
  });

  it("counts the samples that were shown with warnings", () => {
    const warnings = [{ path: "a.mp4", warning: "4 frames, of which 3 different" }];
    const own = scorer();
    expect(own.add(ended(question("a"), right, { warnings }))).toMatchObject({ warnings });
    own.add(ended(question("b"), wrong));
    expect(own.finish([]).warnings).toMatchObject({
      samples: 1,
      kinds: [{ samples: 1, examples: [{ path: "a.mp4", sample: "a" }] }],
    });
    expect(summaryOf(everyOutcome)).not.toHaveProperty("warnings");
  });

  it("counts the reasons of all that was not answered", () => {
    const twice = [...everyOutcome, ended(question("j"), noAnswer("failed", "no connection"))];
    expect(summaryOf(twice).reasons).toEqual([
      { outcome: "unparsed", reason: "no choice", count: 1 },
      { outcome: "refused", reason: "never", count: 1 },
      { outcome: "truncated", reason: "cut off", count: 1 },
      { outcome: "missing", reason: "not in the file", count: 1 },
      { outcome: "media-error", reason: "broken", count: 1 },
      { outcome: "failed", reason: "no connection", count: 2 },
    ]);
    const broken = ["a", "b"].map((id) => {
      const path = `${id}.mp4`;
      return ended(
        question(id, { media: [{ kind: "video", path }] }),
        noAnswer("media-error", `${path}: is no file`),
      );
    });
    expect(summaryOf(broken).reasons).toEqual([
      { outcome: "media-error", reason: "a.mp4: is no file, and alike", count: 2 },
    ]);
  });

  it("counts mistakes by their kind, in order", () => {
    const { errors } = summaryOf(everyOutcome);
    expect(Object.entries(errors)).toEqual([
      ["no-answer", 4],
      ["wrong-choice", 1],
    ]);
  });

  it("tells everything alike, in whatever order samples come", () => {
    const all = [
      ...everyOutcome,
      ...Array.from({ length: 40 }, (_, at) =>
        ended(
          question(`q${at}`, {
            group: `v${at % 15}`,
            ...(at % 3 ? { type: `t${at % 2}` } : {}),
            metadata: at % 2 ? { level: at % 5 } : {},
          }),
          at % 4 ? right : wrong,
        ),
      ),
    ];
    const told = (given: readonly EndedSample[]) =>
      JSON.stringify(summaryOf(given, { slices: ["metadata.level"] }));
    const once = told(all);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(told(shuffled)).toBe(once);
      }),
      { numRuns: 10 },
    );
  });
});

describe("what is scored", () => {
  it("reads the first metric first, and leaves out those that were not asked for", () => {
    const all = summaryOf(everyOutcome);
    expect(all.headline).toBe("accuracy");
    expect(Object.keys(all.metrics)).toEqual(
      family.scoring({}, nothingLent).metrics.map(({ id }) => id),
    );
    const some = summaryOf(everyOutcome, { metrics: ["parse-rate", "macro-accuracy"] });
    expect(some.headline).toBe("macro-accuracy");
    expect(Object.keys(some.metrics)).toEqual(["macro-accuracy", "parse-rate"]);
    expect(Object.keys(some.otherPolicy.metrics)).toEqual(["macro-accuracy", "parse-rate"]);
  });

  it("follows the policy on missing answers", () => {
    const summary = summaryOf(everyOutcome, { unanswered: "exclude" });
    expect(summary).toMatchObject({
      unanswered: "exclude",
      n: 6,
      metrics: { accuracy: { value: 1 / 2, n: 2 } },
    });
    expect(summary.otherPolicy).toMatchObject({
      unanswered: "empty",
      metrics: { accuracy: { value: 1 / 6, n: 6 } },
    });
  });

  it("breaks down by the family's slices and by fields of the sample, where a sample has them", () => {
    const { slices } = summaryOf(
      [
        ended(
          question("a", { type: "order", split: "val", metadata: { level: 1, note: null } }),
          right,
        ),
        ended(question("b", { type: "order", metadata: { level: 2 } }), wrong),
        ended(question("c", { metadata: { level: 2 } }), right),
        ended(question("d"), right),
      ],
      { slices: ["metadata.level", "split", "metadata.note", "nowhere.at.all"] },
    );
    expect(Object.keys(slices)).toEqual(["metadata.level", "split", "type"]);
    expect(slices).toMatchObject({
      type: { order: { n: 2, metrics: { accuracy: { value: 1 / 2 } } } },
      "metadata.level": {
        1: { n: 1, metrics: { accuracy: { value: 1 } } },
        2: { n: 2, metrics: { accuracy: { value: 1 / 2 } } },
      },
      split: { val: { n: 1, metrics: { accuracy: { value: 1 } } } },
    });
  });

  it("hands grades to measures and evidence to analyses", () => {
    const measure = {
      signature: "graded",
      measure: ({ grades }: { grades: Grades }) => ({ grade: grades.judge }),
    };
    const graded = withScoring(family, ({ measures }) => ({
      measures: [...measures, measure],
      analyses: [
        {
          id: "grades",
          title: "Grades",
          measure: "graded",
          analyse: (evidence) => ({
            kind: "table",
            columns: ["grade"],
            rows: [...evidence].map((one) => [(one as { grade: number }).grade]),
          }),
        },
      ],
    }));
    const { analyses } = summaryOf([ended(question("a"), right, { grades: { judge: 4 } })], {
      family: graded,
    });
    expect(analyses).toEqual([
      { id: "grades", title: "Grades", data: { kind: "table", columns: ["grade"], rows: [[4]] } },
    ]);
  });

  it("tells analyses which samples are of one group, and how they are resampled", () => {
    const told: (Resampling | undefined)[] = [];
    const measure = family.scoring({}, nothingLent).measures[0]!.signature;
    const analyse: Analysis["analyse"] = (_, resampling) => {
      told.push(resampling);
      return { kind: "table", columns: [], rows: [] };
    };
    const own = withScoring(family, () => ({
      analyses: [{ id: "own", title: "Own", measure, analyse }],
    }));
    summaryOf(
      [ended(question("a", { group: "v" }), right), ended(question("b", { group: "v" }), right)],
      { family: own, seed: 7 },
    );
    expect(told).toEqual([
      { groups: Uint32Array.of(0, 0), groupCount: 1, resamples: 1_000, seed: 7, leastGroups: 10 },
    ]);
  });

  it("says which fields to break scores down by no sample has", () => {
    const slices = ["metadata.nope", "metadata.level", "metadata.note"];
    const all = [
      ended(question("a"), right),
      ended(question("b", { metadata: { level: 1, note: null } }), undefined),
    ];
    expect(summaryOf(all, { slices }).remarks).toEqual([
      "no sample has the field metadata.nope",
      "no sample has the field metadata.note",
    ]);
    expect(summaryOf([], { slices }).remarks).toEqual([]);
  });

  it("can be left between any two values of a slice", () => {
    const own = scorer({ slices: ["metadata.row"] });
    for (let i = 0; i < 50; i++) own.add(ended(question(`q${i}`, { metadata: { row: i } }), right));
    const steps = own.finishing([]);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    expect(count).toBeGreaterThanOrEqual(50);
    expect(step.value).toEqual(own.finish([]));
  });

  it("breaks scores down by up to 200 values of a field, and says where there are more", () => {
    const slices = ["metadata.camera", "metadata.row"];
    const samples = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        ended(question(`q${i}`, { metadata: { row: i, camera: i % 2 } }), right),
      );
    const whole = summaryOf(samples(200), { slices });
    expect(Object.keys(whole.slices["metadata.row"]!)).toHaveLength(200);
    expect(whole.remarks).toEqual([]);
    const more = summaryOf(samples(201), { slices });
    expect(more.slices).not.toHaveProperty("metadata.row");
    expect(Object.keys(more.slices["metadata.camera"]!)).toEqual(["0", "1"]);
    expect(more.remarks).toEqual([
      "not broken down by metadata.row, which has more than 200 values",
    ]);
  });

  it("gives accuracies the same n where truths are hidden", () => {
    const hidden = [
      ended(question("x", { answer: null }), right),
      ended(question("y", { answer: null }), noAnswer("refused", "never")),
    ];
    const { metrics, otherPolicy, n } = summaryOf([...everyOutcome, ...hidden]);
    expect(n).toBe(8);
    for (const id of ["accuracy", "macro-accuracy", "chance-corrected-accuracy"]) {
      expect(metrics[id]).toMatchObject({ n: 6, hidden: 2 });
      expect(otherPolicy.metrics[id]).toMatchObject({ n: 2, hidden: 1 });
    }
    expect(metrics["parse-rate"]).not.toHaveProperty("hidden");
  });

  it("passes remarks on", () => {
    expect(scorer().finish(["fitted on test", "slow"]).remarks).toEqual(["fitted on test", "slow"]);
  });
});

describe("samples one by one", () => {
  it.each([
    ["a right answer", question("a"), right, null, { accuracy: 1, "parse-rate": 1 }],
    ["a wrong answer", question("a"), wrong, "wrong-choice", { accuracy: 0, "parse-rate": 1 }],
    [
      "a reply that cannot be read",
      question("a"),
      noAnswer("unparsed", "?"),
      "no-answer",
      { accuracy: 0, "parse-rate": 0 },
    ],
    [
      "a refusal",
      question("a"),
      noAnswer("refused", "?"),
      "no-answer",
      { accuracy: 0, "parse-rate": null },
    ],
    [
      "a hidden truth",
      question("a", { answer: null }),
      right,
      null,
      { accuracy: null, "parse-rate": 1 },
    ],
    [
      "broken media",
      question("a"),
      noAnswer("media-error", "?"),
      null,
      { accuracy: null, "parse-rate": null },
      "media",
    ],
    [
      "a failure",
      question("a"),
      failed("too-large", "?"),
      null,
      { accuracy: null, "parse-rate": null },
      "too-large",
    ],
    [
      "work that is still to do",
      question("a"),
      undefined,
      null,
      { accuracy: null, "parse-rate": null },
    ],
  ] as const)("marks %s", (_, sample, outcome, errorClass, values, failureClass?: string) => {
    const own = scorer();
    expect(own.add(ended(sample, outcome))).toEqual({
      outcome,
      errorClass,
      values,
      ...(failureClass ? { failureClass } : {}),
    });
    expect(own.finish([]).failureClasses).toEqual(failureClass && { [failureClass]: 1 });
  });

  it("gives no contribution to a metric of answered samples where there is no answer", () => {
    const rated = withScoring(family, ({ metrics }) => ({
      metrics: metrics
        .slice(0, 1)
        .map((metric) => ({ ...metric, population: "answered" as const })),
    }));
    const own = scorer({ family: rated });
    expect(own.add(ended(question("a"), noAnswer("refused", "?"))).values).toEqual({
      accuracy: null,
    });
    expect(own.add(ended(question("b"), wrong)).values).toEqual({ accuracy: 0 });
  });
});

describe("failures", () => {
  const scoredBy = { options: multipleChoice.data.options.parse({}), graders: {}, grades: {} };
  const failed = Array.from({ length: 60 }, (_, at) =>
    ended(question(`q${at}`), at % 2 ? wrong : noAnswer("refused", "never")),
  );

  it("are a few, the same ones in whatever order samples come", () => {
    const { failures } = summaryOf(failed);
    expect(failures).toHaveLength(24);
    expect(summaryOf(failed.toReversed()).failures).toEqual(failures);
    expect(summaryOf([...failed, ended(question("fine"), right)]).failures).toEqual(failures);
  });

  it("say what was expected and what came", () => {
    const sample = question("a");
    expect(summaryOf([ended(sample, wrong)]).failures).toEqual([
      {
        sample: "a",
        errorClass: "wrong-choice",
        outcome: "answered",
        view: multipleChoice.display.view(sample, { choice: 1 }, scoredBy),
      },
    ]);
    expect(summaryOf([ended(sample, noAnswer("refused", "never"))]).failures).toEqual([
      {
        sample: "a",
        errorClass: "no-answer",
        outcome: "refused",
        reason: "never",
        view: multipleChoice.display.view(sample, null, scoredBy),
      },
    ]);
  });

  it("are told at the end where only the whole set tells what is one", () => {
    // A mistake is what more than half of the samples do not do.
    const late = withScoring(family, ({ measures }, options) => ({
      errorClass: (_sample, prediction) => {
        const { rare } = options as { readonly rare?: number };
        return (prediction as { readonly choice: number }).choice === rare ? "rare" : null;
      },
      lateRules: {
        measure: measures[0]!.signature,
        settle(evidence) {
          const choices = Array.from(
            evidence as Iterable<{ readonly predicted: number }>,
            ({ predicted }) => predicted,
          );
          const rare = choices.filter((choice) => choice === 0).length * 2 < choices.length ? 0 : 1;
          return {
            options: { rare },
            errors: choices.map((choice) => (choice === rare ? "rare" : null)),
          };
        },
      },
    }));
    const many = Array.from({ length: 300 }, (_, at) =>
      ended(question(`q${at}`), at % 10 === 0 ? right : wrong),
    );
    const own = scorer({ family: late });
    expect(many.map((one) => own.add(one).errorClass)).toEqual(many.map(() => null));
    for (const { errors, failures } of [own.finish([]), own.finish([])]) {
      expect(errors).toEqual({ rare: 30 });
      expect(failures.length).toBeGreaterThan(10);
      expect(
        failures.every(({ sample, errorClass }) => sample.endsWith("0") && errorClass === "rare"),
      ).toBe(true);
    }
    expect(summaryOf(many.toReversed(), { family: late }).failures).toEqual(
      own.finish([]).failures,
    );
  });

  it("show the reply as the model wrote it", () => {
    const { failures } = summaryOf(
      [replied(question("a"), "**No**, I think."), replied(question("b"), "?".repeat(3_000))],
      {},
      chat,
    );
    expect(failures.map(({ reply: text }) => text).toSorted()).toEqual([
      "**No**, I think.",
      `${"?".repeat(2_000)}…`,
    ]);
  });

  it("show no prediction where there is none", () => {
    const shown: Family = {
      ...family,
      display: {
        ...family.display,
        view: (_, prediction) => ({ title: JSON.stringify(prediction), blocks: [] }),
      },
    };
    const { failures } = summaryOf([ended(question("a"), noAnswer("refused", "never"))], {
      family: shown,
    });
    expect(failures[0]!.view.title).toBe("null");
  });

  it("are none of ours", () => {
    expect(summaryOf(everyOutcome.slice(6)).failures).toEqual([]);
    expect(summaryOf([ended(question("a", { answer: null }), wrong)]).failures).toEqual([]);
  });
});

describe("extractors", () => {
  const extractors = ["standard", "strict"];
  const all = [
    replied(question("a"), "yes"),
    replied(question("b"), "The answer is: yes"),
    replied(question("c"), "I cannot tell"),
  ];

  it("read the same replies again", () => {
    const summary = summaryOf(all, { extractors }, chat);
    expect(summary.metrics.accuracy!.value).toBe(2 / 3);
    expect(summary.extractors).toMatchObject([
      {
        id: "standard",
        isPrimary: true,
        disagreements: 0,
        metrics: { accuracy: { value: 2 / 3 } },
      },
      {
        id: "strict",
        isPrimary: false,
        disagreements: 1,
        metrics: { accuracy: { value: 1 / 3, n: 3 } },
      },
    ]);
    expect(summary.extractors[0]!.metrics).toEqual(summary.metrics);
  });

  it("are not told where there is one, or where nothing was read", () => {
    expect(summaryOf(all, { extractors: ["standard"] }, chat).extractors).toEqual([]);
    expect(summaryOf(everyOutcome, { extractors }, direct).extractors).toEqual([]);
  });

  it("count samples that could not be scored for none of them", () => {
    const open = [
      ended(question("g"), noAnswer("media-error", "broken")),
      ended(question("i"), undefined),
    ];
    const summary = summaryOf([...all, ...open], { extractors }, chat);
    expect(summary).toMatchObject({ n: 3, total: 5 });
    expect(summary.extractors.map(({ metrics }) => metrics.accuracy!.n)).toEqual([3, 3]);
    expect(summary.extractors[1]!.disagreements).toBe(1);
  });

  it("sign the scores that they read", () => {
    const { metrics, otherPolicy, extractors: read } = summaryOf(all, { extractors }, chat);
    expect(metrics.accuracy!.signature).toBe(
      `accuracy|v:1|unanswered:empty|extractor:standard@2${ofChoice}`,
    );
    expect(otherPolicy.metrics.accuracy!.signature).toBe(
      `accuracy|v:1|unanswered:exclude|extractor:standard@2${ofChoice}`,
    );
    expect(read[1]!.metrics.accuracy!.signature).toBe(
      `accuracy|v:1|unanswered:empty|extractor:strict${ofChoice}`,
    );
    expect(metrics["parse-rate"]!.signature).toMatch(
      /^parse-rate\|of:[^|]*\|v:1\|extractor:standard@2 of choice/,
    );
    expect(summaryOf(all, { extractors: ["standard"] }, chat).metrics.accuracy!.signature).toMatch(
      /extractor:standard@2 of /,
    );
    expect(summaryOf(everyOutcome, { extractors }, chat).metrics.accuracy!.signature).toBe(
      `accuracy|v:1|unanswered:empty${ofChoice}`,
    );
  });

  it("read the replies of answers that were made elsewhere, wherever among others they come", () => {
    const bare = [
      ended(question("x"), right),
      ended(question("y"), wrong),
      ended(question("z"), noAnswer("missing", "not in the file")),
    ];
    for (const given of [
      [...bare, ...all],
      [...all, ...bare],
      [...bare.slice(1), ...all, bare[0]!],
    ]) {
      const summary = summaryOf(given, { extractors }, direct);
      expect(summary.extractors).toMatchObject([
        { id: "standard", isPrimary: true, metrics: { accuracy: { value: 3 / 6, n: 6 } } },
        {
          id: "strict",
          isPrimary: false,
          disagreements: 1,
          metrics: { accuracy: { value: 2 / 6, n: 6 } },
        },
      ]);
      expect(summary.metrics.accuracy!.signature).toMatch(/extractor:standard@2 of /);
    }
  });

  it("need a protocol to read with", () => {
    const silent: Family = { ...family, asking: { ...family.asking, protocols: {} } };
    const summary = summaryOf(all, { family: silent, extractors }, direct);
    expect(summary.extractors).toEqual([]);
    expect(summary.metrics.accuracy!.signature).toBe(`accuracy|v:1|unanswered:empty${ofChoice}`);
  });

  it("read a journalled outcome again where another one read it than the one that counts", () => {
    const lenient = question("a");
    const journalled = replied(lenient, "The answer is: yes", "strict");
    expect(journalled.outcome!.kind).toBe("unparsed");
    const own = scorer({ extractors }, chat);
    expect(own.add(journalled)).toMatchObject({
      outcome: { kind: "answered", value: { choice: 0 } },
      values: { accuracy: 1 },
    });
    const summary = own.finish([]);
    expect(summary.outcomes).toMatchObject({ answered: 1, unparsed: 0 });
    expect(summary.extractors[1]).toMatchObject({
      id: "strict",
      disagreements: 1,
      metrics: { accuracy: { value: 0 } },
    });
    expect(summary.failures).toEqual([]);
  });

  it("leave an outcome as it is where the log holds no replies", () => {
    const unparsed = noAnswer("unparsed", "?");
    const own = scorer({ extractors }, chat);
    expect(own.add(ended(question("a"), unparsed, { extractor: "strict" })).outcome).toBe(unparsed);
    expect(own.finish([]).extractors).toEqual([]);
  });

  it("read the last reply of each place", () => {
    const own = replied(question("a"), "no", "strict");
    const ask = own.replies[0]!.ask;
    const twice = { ...own, replies: [reply("no", { ask }), reply("yes", { ask })] };
    expect(scorer({ extractors }, chat).add(twice).values.accuracy).toBe(1);
  });

  it("never read a reply to another ask, but do read one that was made elsewhere", () => {
    const own = replied(question("a"), "yes", "strict");
    const others = { ...own, replies: [reply("yes", { ask: "of another wording" })] };
    expect(scorer({ extractors }, chat).add(others).outcome).toMatchObject({ kind: "missing" });
    const given = { ...own, replies: [reply("yes", { ask: "given" })] };
    expect(scorer({ extractors }, chat).add(given).values.accuracy).toBe(1);
  });

  it("find every reply of a longer conversation in its place", () => {
    const { extractors: read } = summaryOf(
      [conversed(right, places)],
      { family: long, extractors },
      chat,
    );
    expect(read[1]).toMatchObject({ disagreements: 0, metrics: { accuracy: { value: 1, n: 1 } } });
  });

  it("take what failed on our side for no conversation, however much of it there is", () => {
    const failed = conversed(noAnswer("failed", "no connection"), places.slice(0, 2));
    const summary = summaryOf([failed], { family: long, extractors }, chat);
    expect(summary).toMatchObject({ n: 0, total: 1, outcomes: { failed: 1, missing: 0 } });
    expect(summary.extractors.map(({ metrics }) => metrics.accuracy!.n)).toEqual([0, 0]);
  });
});

/**
 * A family that asks once and then two things at once, and answers right only where it gets the
 * right replies.
 */
const long: Family = {
  ...family,
  asking: {
    ...family.asking,
    protocols: {
      chat: {
        identity: () => null,
        *steps(): Steps<ChatAsk, ChatReply, unknown> {
          const question: ChatAsk = { messages: [] };
          const first = yield* put([question]);
          const rest = yield* put([question, question]);
          const said = [...first, ...rest]
            .map((one) => (one.kind === "answered" ? one.value.text : "?"))
            .join("");
          return said === "xyz" ? right : noAnswer("unparsed", said);
        },
      },
    },
  },
};
const ask = contentDigest(canonicalJson({ messages: [] }));
const places = [
  reply("z", { step: 1, position: 1, ask }),
  reply("x", { ask }),
  reply("y", { step: 1, ask }),
];

function conversed(outcome: Outcome<unknown>, replies: readonly ReplyEvent[]): EndedSample {
  return ended(question("a"), outcome, { replies, extractor: "strict" });
}
