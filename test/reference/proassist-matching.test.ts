import { expect, test } from "vitest";
import { matchUtterances } from "../../src/metrics/dialogue/match-utterances.ts";
import reference from "./proassist-matching.json" with { type: "json" };

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
    readonly matched?: readonly {
      readonly gen: number;
      readonly ref: number;
      readonly cost: number;
    }[];
    readonly missed?: readonly number[];
    readonly redundant?: readonly number[];
  };
}

function matched({
  n_frames: frameCount,
  window: [left, right],
  factor,
  power,
  gen,
  ref,
  cosine = [],
  sts_model,
}: MatchCase) {
  const spoken = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([frame, text]) => ({ frame: Number(frame), text }));
  const [generated, references] = [spoken(gen), spoken(ref)];
  const similarity = (said: number, wanted: number) => {
    if (sts_model === null) return 1;
    return cosine.find(
      ([first, second]) => first === generated[said]!.text && second === references[wanted]!.text,
    )![2];
  };
  const found = matchUtterances(
    { frameCount, generated, references },
    { left, right, factor, power, zeroEdge: "drop" },
    similarity,
  );
  if ("unassignable" in found) return "no full matching exists";
  return {
    matched: found.matched.map((pair) => ({
      gen: generated[pair.generated]!.frame,
      ref: references[pair.reference]!.frame,
      cost: pair.cost,
    })),
    missed: found.missed.map((at) => references[at]!.frame),
    redundant: found.redundant.map((at) => generated[at]!.frame),
  };
}

test.each(reference.cases as unknown as readonly MatchCase[])(
  "ProAssist's matcher: $name",
  (one) => {
    const { error, ...expected } = one.expected;
    if (error) expect(`ValueError: ${matched(one)}`).toBe(error);
    else expect(matched(one)).toEqual(expected);
  },
);
