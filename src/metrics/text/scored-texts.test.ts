import { describe, expect, it } from "vitest";
import { metricOffers } from "../../../test/support/metric-offers.ts";

const offers = await metricOffers("text");

const pairs = [
  { candidate: "A man's running fast!", references: ["A man runs fast.", "He runs."] },
  { candidate: "The dog sleeps on a mat, quietly.", references: ["The dog sleeps on the mat."] },
];

describe("metrics of texts", () => {
  it("are these", () => {
    const ids = offers.flatMap((kind) =>
      kind
        .create(
          {},
          {},
        )(pairs)
        .map(({ metric }) => `${kind.id}: ${metric.id}`),
    );
    expect(ids).toEqual([
      ...["bleu: bleu-1", "bleu: bleu-2", "bleu: bleu-3", "bleu: bleu-4", "sacrebleu: sacrebleu"],
      ...[
        "cider-d: cider-d",
        "cider: cider",
        "cider-plain: cider-plain",
        "rouge-l: rouge-l",
        "meteor: meteor",
      ],
    ]);
  });

  it.each(offers)("$id gives a score of all and of each, and what can be reached", (kind) => {
    for (const { metric, score, segments, ceiling } of kind.create({}, {})(pairs)) {
      expect(segments()).toHaveLength(2);
      expect(score()).toBeGreaterThan(0);
      expect(score()).toBeLessThan(ceiling());
      expect(ceiling()).toBeLessThanOrEqual(metric.best);
      expect(score(Uint32Array.of(0, 0))).toBeNull();
    }
    const perfect = pairs.map(({ references }) => ({ candidate: references[0]!, references }));
    for (const { score, ceiling } of kind.create({}, {})(perfect))
      expect(score()).toBeCloseTo(ceiling(), 9);
  });

  it.each(offers.filter(({ reads }) => reads === "tokens"))(
    "$id tokenises unless told, and says so",
    (kind) => {
      const [made] = kind.create(
        {},
        {},
      )([{ candidate: "Don't!", references: ["do n't"] }, pairs[1]!]);
      const [given] = kind.create(
        {},
        { isTokenized: true },
      )([{ candidate: "do n't", references: ["do n't"] }, pairs[1]!]);
      expect(made!.segments()[0]).toBeCloseTo(given!.segments()[0]!, 12);
      expect(
        [made!.metric.measure, given!.metric.measure].map(
          (measure) => /tokens:(\w+)/.exec(measure)?.[1],
        ),
      ).toEqual(["ptb2", "given"]);
    },
  );

  it("take their options into the signature", () => {
    const signatures = (id: string, options: object) =>
      offers.find((kind) => kind.id === id)!.create({ ...options }, {})(pairs)[0]!.metric;
    expect(signatures("rouge-l", { beta: 1 }).signature).toMatch(/beta:1\|/);
    expect(signatures("cider-d", { sigma: 3 }).signature).toMatch(/sigma:3\|/);
    expect(
      signatures("sacrebleu", { lowercase: true, smoothing: "floor", smoothingValue: 0.2 })
        .signature,
    ).toMatch(/case:lower.*smoothing:floor\[0.2\]/);
    expect(signatures("meteor", { alpha: 0.5, matchers: ["exact"] }).signature).toMatch(
      /alpha:0.5\|/,
    );
    expect(signatures("meteor", { matchers: ["exact"] }).measure).toMatch(/matchers:exact\|/);
    expect(() => signatures("sacrebleu", { smoothing: "exp", smoothingValue: 1 })).toThrow(
      RangeError,
    );
    expect(() => signatures("sacrebleu", { smoothing: "much" })).toThrow(RangeError);
  });
});
