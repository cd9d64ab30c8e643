import { describe, expect, it } from "vitest";
import { choiceProbes, withoutTruth } from "./probes.ts";
import { choiceSampleSchema } from "./schema.ts";

const sample = choiceSampleSchema.parse({
  id: "q",
  group: "v",
  question: "?",
  choices: ["a", "b", "c"],
  answer: 2,
  media: [{ kind: "video", path: "v.mp4" }],
  metadata: { why: "c" },
});

describe("choiceProbes", () => {
  it("arranges choices with their answer, and reads predictions back", () => {
    const order = [2, 0, 1];
    const arranged = choiceProbes.options!.arrange(sample, order);
    expect(arranged).toMatchObject({ choices: ["c", "a", "b"], answer: 0 });
    for (const [now, before] of order.entries()) {
      expect(choiceProbes.options!.restore({ choice: now, rule: "x" }, order)).toEqual({
        choice: before,
        rule: "x",
      });
      expect(arranged.choices[now]).toBe(sample.choices[before]);
    }
    expect(choiceProbes.options!.restore({ choice: null }, order)).toEqual({ choice: null });
    expect(choiceProbes.options!.arrange({ ...sample, answer: null }, order).answer).toBeNull();
  });

  it("takes question and media away, and nothing else", () => {
    expect(choiceProbes.withoutQuestion!(sample)).toEqual({ ...sample, question: "" });
    expect(choiceProbes.withMedia!(sample, [])).toEqual({ ...sample, media: [] });
  });
});

describe("withoutTruth", () => {
  it("tells neither the answer nor what may give it away", () => {
    expect(withoutTruth(sample)).toEqual({
      id: "q",
      group: "v",
      question: "?",
      choices: ["a", "b", "c"],
      media: sample.media,
    });
    expect(withoutTruth({ ...sample, type: "why" })).toHaveProperty("type", "why");
  });
});
