import { describe, expect, it } from "vitest";
import type { Protocol } from "../src/core/asking/protocol.ts";
import type { Sample } from "../src/core/data/sample.ts";
import { nothingLent } from "../src/core/family/lent.ts";
import type { Example } from "../src/core/family/proof-facet.ts";
import type { Family } from "../src/core/family.ts";
import { canonicalJson } from "../src/core/json.ts";
import { isScored, noAnswer, type Outcome, outcomeKinds } from "../src/core/run/outcome.ts";
import type { Observation } from "../src/core/scores/measure.ts";
import { lessIsBetter, type Metric } from "../src/core/scores/metric.ts";
import { families } from "../src/families/index.ts";
import { seededRandom } from "../src/math/seeded-random.ts";
import { play, videoOf } from "./support/play.ts";

type Facet = ReturnType<Family["scoring"]>;

const tolerance = 1e-12;

/** What a prediction that is none might look like. */
const garbage: readonly unknown[] = [
  undefined,
  null,
  3.5,
  "",
  "garbage",
  [],
  {},
  { choice: "x" },
  { choice: -1 },
  { choice: Number.NaN },
  [[[]]],
  () => 0,
];

function observe(
  family: Family,
  sample: Sample,
  outcome: Outcome<unknown>,
): Observation<Sample, unknown> | undefined {
  if (!isScored(outcome.kind)) return undefined;
  const prediction =
    outcome.kind === "answered" ? outcome.value : family.proof.baselines.empty(sample);
  return { sample, prediction, outcome: outcome.kind, grades: {} };
}

/** Evidence of one measure, over JSON and back. */
function evidenceFor(
  { measures }: Facet,
  metric: Metric,
  observations: readonly Observation<Sample, unknown>[],
): unknown[] {
  const measure = measures.find(({ signature }) => signature === metric.measure);
  if (!measure)
    throw new Error(`${metric.id} names a measure that does not exist: ${metric.measure}`);
  return observations.map((observation) => measure.measure(observation));
}

function scores(
  scoring: Facet,
  observations: readonly Observation<Sample, unknown>[],
): Record<string, number | null> {
  return Object.fromEntries(
    scoring.metrics.map((metric) => [
      metric.id,
      metric.prepare(evidenceFor(scoring, metric, observations))(),
    ]),
  );
}

function observationsOf(
  family: Family,
  { samples, outcomes }: Example<Sample, unknown>,
): Observation<Sample, unknown>[] {
  return samples.flatMap((sample, i) => observe(family, sample, outcomes[i]!) ?? []);
}

function oracleOn(family: Family, samples: readonly Sample[]): Observation<Sample, unknown>[] {
  return samples.flatMap(
    (sample) =>
      observe(family, sample, { kind: "answered", value: family.proof.baselines.oracle(sample) }) ??
      [],
  );
}

/** A family under the options of some of its examples: those of one task, where it has several. */
interface Variant {
  readonly family: Family;
  readonly given: Readonly<Record<string, unknown>>;
  readonly examples: readonly Example<Sample, unknown>[];
}

const variants = families.flatMap((family: Family): readonly [string, Variant][] => {
  const groups = Map.groupBy(family.proof.examples, ({ options }) => canonicalJson(options ?? {}));
  return [...groups.values()].map((examples) => {
    const given = examples[0]!.options ?? {};
    const words = Object.keys(given).length === 0 ? "" : ` with ${JSON.stringify(given)}`;
    return [`${family.id}${words}`, { family, given, examples }];
  });
});

it.each(families.map((family): [string, Family] => [family.id, family]))(
  "every degradation of %s spoils a metric that some example has",
  (id, family) => {
    for (const { metric } of family.proof.degradations)
      expect(
        variants.some(
          ([, variant]) =>
            variant.family.id === id &&
            family
              .scoring(family.data.options.parse(variant.given), nothingLent)
              .metrics.some((one) => one.id === metric),
        ),
        metric,
      ).toBe(true);
  },
);

describe.each(variants)("family %s", (_, { family, given, examples }) => {
  const options = family.data.options.parse(given);
  const scoring = family.scoring(options, nothingLent);
  const { metrics } = scoring;
  const degradations = family.proof.degradations.filter(({ metric }) =>
    metrics.some(({ id }) => id === metric),
  );
  const samples = [
    ...new Map(
      examples.flatMap((example) => example.samples).map((sample) => [sample.id, sample]),
    ).values(),
  ];

  it("has examples, metrics, formats, degradations and a summary", () => {
    expect(examples.length).toBeGreaterThan(0);
    expect(metrics.length).toBeGreaterThan(0);
    expect(family.data.formats.length).toBeGreaterThan(0);
    expect(family.data.predictionFormats.length).toBeGreaterThan(0);
    expect(degradations.length).toBeGreaterThan(0);
    expect(family.asking.extractors.length).toBeGreaterThan(0);
    expect(family.summary).not.toBe("");
  });

  it("lets single systems set only options that it has", () => {
    for (const name of family.asking.systemOptions ?? []) expect(options).toHaveProperty(name);
  });

  it("gives metrics distinct ids and signatures", () => {
    expect(new Set(metrics.map(({ id }) => id)).size).toBe(metrics.length);
    expect(new Set(metrics.map(({ signature }) => signature)).size).toBe(metrics.length);
  });

  it.each(examples.map((example): [string, (typeof examples)[number]] => [example.name, example]))(
    "scores the example “%s” as stated",
    (_name, example) => {
      const got = scores(scoring, observationsOf(family, example));
      for (const [id, expected] of Object.entries(example.expected)) {
        if (expected === null) expect(got[id], id).toBeNull();
        else expect(got[id], id).toBeCloseTo(expected, 12);
      }
      expect(Object.keys(example.expected).length).toBeGreaterThan(0);
    },
  );

  it("accepts its own samples and predictions, and both survive JSON", () => {
    for (const sample of samples) {
      expect(family.data.sample.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
      for (const prediction of [
        family.proof.baselines.oracle(sample),
        family.proof.baselines.empty(sample),
        family.proof.baselines.chance(sample, seededRandom(1, sample.id)),
      ])
        expect(family.data.prediction.parse(JSON.parse(JSON.stringify(prediction)))).toEqual(
          prediction,
        );
    }
  });

  it("lets the oracle reach the ceiling of every metric", () => {
    for (const example of examples) {
      const observations = oracleOn(family, example.samples);
      for (const metric of metrics) {
        const evidence = evidenceFor(scoring, metric, observations);
        const score = metric.prepare(evidence)();
        if (score === null) continue;
        const ceiling = metric.ceiling?.(evidence) ?? metric.best;
        if (metric.belowCeiling === undefined)
          expect(score, `${example.name}: ${metric.id}`).toBeCloseTo(ceiling, 9);
        else expect(score, `${example.name}: ${metric.id}`).toBeLessThanOrEqual(ceiling + 1e-9);
      }
    }
  });

  it("keeps its evidence through JSON", () => {
    for (const example of examples)
      for (const metric of metrics)
        for (const evidence of evidenceFor(scoring, metric, observationsOf(family, example)))
          expect(JSON.parse(canonicalJson(evidence))).toEqual(evidence);
  });

  it("gives null where nothing is scored", () => {
    for (const metric of metrics) {
      expect(metric.prepare([])(), metric.id).toBeNull();
      const evidence = evidenceFor(scoring, metric, oracleOn(family, samples));
      expect(
        metric.prepare(evidence)(new Uint32Array(evidence.length)),
        `${metric.id} with no weight`,
      ).toBeNull();
    }
  });

  it("rejects garbage instead of scoring it", () => {
    for (const value of garbage)
      expect(family.data.prediction.safeParse(value).success, JSON.stringify(value)).toBe(false);
    for (const value of garbage)
      expect(family.data.sample.safeParse(value).success, JSON.stringify(value)).toBe(false);
  });

  it("does not care for the order of samples", () => {
    for (const example of examples) {
      const observations = observationsOf(family, example);
      const forward = scores(scoring, observations);
      const backward = scores(scoring, observations.toReversed());
      for (const id of Object.keys(forward)) expectClose(backward[id], forward[id], id);
    }
  });

  it("treats weights as repetition: a sample that counts twice is the same as two samples", () => {
    for (const example of examples) {
      const observations = observationsOf(family, example);
      const weights = Uint32Array.from(observations, (_one, i) => (i * 7 + 1) % 3);
      const repeated = observations.flatMap((one, i) =>
        Array.from({ length: weights[i]! }, () => one),
      );
      for (const metric of metrics) {
        const weighted = metric.prepare(evidenceFor(scoring, metric, observations));
        if (metric.kind !== "corpus")
          expectClose(
            weighted(weights),
            metric.prepare(evidenceFor(scoring, metric, repeated))(),
            metric.id,
          );
        const scaled = weighted(Float64Array.from(weights, (weight) => weight * 2.5));
        const isTotal = metric.kind === "corpus" && metric.isTotal === true;
        expectClose(
          scaled !== null && isTotal ? scaled / 2.5 : scaled,
          weighted(weights),
          `${metric.id} scaled`,
        );
      }
    }
  });

  it("keeps every score between worst and best", () => {
    for (const example of examples)
      for (const metric of metrics) {
        const score = metric.prepare(
          evidenceFor(scoring, metric, observationsOf(family, example)),
        )();
        if (score === null) continue;
        const end =
          metric.worst ??
          (lessIsBetter(metric) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
        const [low, high] = [Math.min(metric.best, end), Math.max(metric.best, end)];
        expect(score).toBeGreaterThanOrEqual(low - tolerance);
        expect(score).toBeLessThanOrEqual(high + tolerance);
      }
  });

  it.each(
    degradations.map((degradation): [string, (typeof degradations)[number]] => [
      degradation.id,
      degradation,
    ]),
  )("notices the degradation “%s”", (_id, { metric: named, amounts, apply }) => {
    const metric = metrics.find(({ id }) => id === named)!;
    const known = samples.filter(
      (sample) =>
        metric.prepare(evidenceFor(scoring, metric, oracleOn(family, [sample])))() !== null,
    );
    // Many draws of each sample stand for a large dataset.
    const many = known.flatMap((sample) =>
      Array.from({ length: 40 }, (_one, i) => ({ sample, seed: `${sample.id}/${i}` })),
    );
    const ladder = [0, ...amounts].map((amount) => {
      const observations = many.map(({ sample, seed }): Observation<Sample, unknown> => {
        const prediction = apply(family.proof.baselines.oracle(sample), sample, {
          amount,
          random: seededRandom(3, seed),
        });
        expect(family.data.prediction.safeParse(prediction).success).toBe(true);
        return { sample, prediction, outcome: "answered", grades: {} };
      });
      return metric.prepare(evidenceFor(scoring, metric, observations))()!;
    });
    const isBetter = lessIsBetter(metric)
      ? (a: number, b: number) => a < b - tolerance
      : (a: number, b: number) => a > b + tolerance;
    for (let i = 1; i < ladder.length; i++)
      expect(
        isBetter(ladder[i]!, ladder[i - 1]!),
        `${named} along ${[0, ...amounts]}: ${ladder}`,
      ).toBe(false);
    expect(isBetter(ladder[0]!, ladder.at(-1)!)).toBe(true);
  });

  it("guesses as well as its chance line says, within a 99.9 % band", () => {
    for (const metric of metrics) {
      if (metric.kind !== "proportion") continue;
      const many = samples.flatMap((sample) =>
        Array.from({ length: 400 }, (_one, i) => ({ sample, seed: i })),
      );
      const observations = many.map(
        ({ sample, seed }): Observation<Sample, unknown> => ({
          sample,
          prediction: family.proof.baselines.chance(sample, seededRandom(5, sample.id, seed)),
          outcome: "answered",
          grades: {},
        }),
      );
      const evidence = evidenceFor(scoring, metric, observations);
      const line = metric.references?.(evidence).find(({ id }) => id === "chance");
      if (!line) continue;
      const score = metric.prepare(evidence)()!;
      const band = 3.29 * Math.sqrt((line.value * (1 - line.value)) / evidence.length);
      expect(Math.abs(score - line.value)).toBeLessThan(band);
    }
  });

  it("calls the oracle's predictions no error and the empty one some error, and can show both", () => {
    for (const sample of samples) {
      const oracle = family.proof.baselines.oracle(sample);
      expect(scoring.errorClass(sample, oracle, {})).toBeNull();
      for (const prediction of [oracle, family.proof.baselines.empty(sample), null]) {
        const view = family.display.view(sample, prediction, {
          options,
          graders: {},
          grades: {},
        });
        expect(view.title).not.toBe("");
        const brief = family.display.brief?.(sample, prediction) ?? {};
        for (const text of Object.values(brief))
          expect(["string", "undefined"]).toContain(typeof text);
        if (prediction === oracle) expect(brief.answer).not.toBe("");
        expect(view.blocks.length).toBeGreaterThan(0);
        expect(JSON.parse(JSON.stringify(view))).toEqual(view);
      }
    }
    expect(
      samples.some(
        (sample) => scoring.errorClass(sample, family.proof.baselines.empty(sample), {}) !== null,
      ),
    ).toBe(true);
  });

  it("finds nothing wrong with its own examples that is an error", () => {
    for (const check of family.data.checks) {
      const checking = check.start();
      const found = samples.map((sample) => checking.add(sample));
      if (check.level === "error") expect(found.filter(Boolean), check.id).toEqual([]);
      const whole = checking.finish?.();
      expect(whole === undefined || typeof whole === "string").toBe(true);
    }
  });

  it("answers its chat protocol from every kind of outcome without throwing, and scores none but an answer", () => {
    const protocol = family.asking.protocols.chat;
    if (!protocol) return;
    const settings = { options, prompts: {} };
    expect(() => canonicalJson(protocol.identity(settings))).not.toThrow();
    for (const sample of samples)
      for (const extractor of family.asking.extractors)
        for (const kind of outcomeKinds) {
          const reply: Outcome<{ text: string; finish: "stop" }> =
            kind === "answered"
              ? { kind, value: { text: "…", finish: "stop" } }
              : { kind, reason: "test" };
          const context = { ...settings, refs: family.data.refs(sample), sees: false, extractor };
          const { outcome } = play(protocol.steps(sample, context), { reply: () => reply });
          if (kind !== "answered") expect(outcome.kind, `${kind} under ${extractor}`).toBe(kind);
        }
  });

  it("asks the same whatever is changed that answers are not found again by", () => {
    const { asked, protocols } = family.asking;
    if (!asked) return;
    const extractor = family.asking.extractors[0] ?? "";
    const asksOf = (sample: Sample) =>
      [protocols.chat, protocols.encoder, protocols.stream].map((protocol) => {
        if (!protocol) return "";
        const refs = family.data.refs(sample);
        const context = { options, prompts: {}, refs, sees: true, extractor };
        const steps = (protocol as AnyProtocol).steps(sample, context);
        const played = play(steps, { see: videoOf(frames, 100), reply: () => unread });
        return canonicalJson([played.looks, played.asks]);
      });
    for (const sample of samples)
      for (const [field, value] of Object.entries(sample)) {
        const other = changedSample(sample, field, value);
        const isSame =
          canonicalJson(asked(other, options)) === canonicalJson(asked(sample, options));
        if (isSame) expect(asksOf(other), `${sample.id}: ${field}`).toEqual(asksOf(sample));
        if (["group", "split", "metadata"].includes(field)) expect(isSame, field).toBe(true);
      }
  });

  it("writes every export without throwing, from answers and from none", async () => {
    for (const layout of family.display.exports) {
      const items = examples.flatMap(({ samples: own, outcomes }) =>
        own.map((sample, i) => ({ sample, outcome: outcomes[i]! })),
      );
      async function* stream() {
        yield* items;
      }
      let text = "";
      for await (const piece of layout.write(stream(), {
        system: "model",
        options,
        lent: nothingLent,
      }))
        text += piece.text;
      expect(text).not.toBe("");
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    }
  });
});

function expectClose(
  a: number | null | undefined,
  b: number | null | undefined,
  label: string,
): void {
  if (a === null || a === undefined || b === null || b === undefined) expect(a, label).toBe(b);
  else expect(Math.abs(a - b), label).toBeLessThan(1e-9);
}

type AnyProtocol = Protocol<unknown, unknown, Sample, unknown, unknown>;
const unread = noAnswer("refused", "no");
const frames = Array.from({ length: 100 }, (_, at) => ({
  atSeconds: at,
  digest: `d${at}`,
  mediaType: "image/jpeg",
  width: 8,
  height: 8,
}));

/** The sample with another value in one of its fields, of the same shape. */
function changedSample(sample: Sample, field: string, value: unknown): Sample {
  return { ...sample, [field]: otherValue(value) };
}

function otherValue(value: unknown): unknown {
  if (typeof value === "string") return `${value} changed`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.map(otherValue);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, otherValue(own)]));
}
