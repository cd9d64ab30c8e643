import { describe, expect, it } from "vitest";
import type { ProfileEvidence } from "../../core/family/profile.ts";
import { emptySample } from "./foreign/empty-sample.ts";
import { retrievalProfiles } from "./profiles.ts";
import type { RetrievalSample } from "./schema.ts";

const kinds =
  "who who who what what what what what when when when where where why why how how compare compare count".split(
    " ",
  );

/** A set that meets the checklist but for the second annotator. */
const sound: readonly RetrievalSample[] = Array.from({ length: 200 }, (_, at) => ({
  ...emptySample(`q${at}`, `${kinds[at % 20]} is it?`, `v${Math.floor(at / 4)}`),
  kind: kinds[at % 20]!,
  durationSeconds: 600,
  evidence: [{ startSeconds: 1, endSeconds: 2, relevance: "primary" as const }],
}));

function verdicts(samples: readonly RetrievalSample[], evidence: ProfileEvidence = {}) {
  const reading = retrievalProfiles[0]!.start();
  for (const sample of samples) reading.add(sample);
  return Object.fromEntries(
    reading.finish(evidence).map(({ item, ...found }) => [item, found] as const),
  );
}

const kappa = (value: number) => ({
  second: { samples: 200, kappa: { title: "kappa", value, low: 0.6, high: 0.9 } },
});

describe("vigil-rag", () => {
  it("is met by a set as the framework wants it, and asks for the second annotator", () => {
    const found = verdicts(sound);
    expect(Object.values(found).map(({ verdict }) => verdict)).toEqual([
      ...Array.from({ length: 6 }, () => "met"),
      "not known",
    ]);
    expect(found["second annotator"]!.tells).toContain("--second");
    expect(found["question mix"]!.found).toContain("who 3, what 5");
    expect(verdicts(sound, kappa(0.71))["second annotator"]).toMatchObject({
      verdict: "met",
      found: "kappa 0.710 (0.60–0.90) on 200 of 200 questions",
      measured: 0.71,
    });
    const few = { title: "kappa", value: 0.9, low: null, high: null };
    expect(
      verdicts(sound, { second: { samples: 3, kappa: few } })["second annotator"],
    ).toMatchObject({ verdict: "not known", measured: 0.9 });
    expect(verdicts(sound, kappa(0.7))["second annotator"]!.verdict).toBe("not met");
    expect(
      verdicts(sound, { second: { samples: 3, kappa: null } })["second annotator"]!.verdict,
    ).toBe("not known");
  });

  it.each([
    ["videos", (all: readonly RetrievalSample[]) => all.slice(4), "not met", "49"],
    ["video lengths", change({ durationSeconds: 599 }), "not met", "1 outside (v0: 9:59 min)"],
    ["video lengths", change({ durationSeconds: null }), "not known", "1 not known"],
    ["questions per video", (all: readonly RetrievalSample[]) => all.slice(1), "not met", "v0"],
    ["evidence marked", change({ evidence: [] }), "not met", "196 of 200"],
  ] as const)("%s: %#", (item, damage, verdict, part) => {
    expect(verdicts(damage(sound))[item]).toMatchObject({
      verdict,
      found: expect.stringContaining(part) as string,
    });
  });

  it("does not take questions of no known kind for absent kinds", () => {
    const unknown = sound.map((sample) => ({ ...sample, kind: "visual", question: "a red car" }));
    expect(verdicts(unknown)["question kinds"]!.verdict).toBe("not known");
    expect(verdicts(unknown)["question mix"]!.verdict).toBe("not known");
    const one = sound.map((sample) => ({ ...sample, kind: "who" }));
    expect(verdicts(one)["question kinds"]!.verdict).toBe("not met");
    expect(verdicts(one)["question mix"]!.verdict).toBe("not met");
  });
});

/** Changes the questions of the first video. */
function change(part: Partial<RetrievalSample>) {
  return (all: readonly RetrievalSample[]) =>
    all.map((sample) => (sample.group === "v0" ? { ...sample, ...part } : sample));
}
