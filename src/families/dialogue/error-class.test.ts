import { describe, expect, it } from "vitest";
import { dialogueErrorClass } from "./error-class.ts";
import { type DialogueOptions, type DialogueSample, dialogueOptionsSchema } from "./schema.ts";

const usual = { options: dialogueOptionsSchema.parse({}), graders: {}, grades: {} };

const sample: DialogueSample = {
  fps: 2,
  frameCount: 100,
  group: "s",
  id: "s",
  inputs: [],
  media: [],
  metadata: {},
  references: [
    { frame: 10, text: "Boil the water." },
    { frame: 40, text: "Grind the coffee beans." },
  ],
};
const truth = sample.references.map(({ frame, text }) => ({ frame, text }));
const late = truth.map(({ frame, text }) => ({ frame: frame + 6, text }));
const extra = { frame: 80, text: "How are you?" };

function classOf(
  utterances: readonly { readonly frame: number; readonly text: string }[],
  options: Partial<DialogueOptions> = {},
) {
  return dialogueErrorClass(
    sample,
    { utterances },
    { options: dialogueOptionsSchema.parse(options), graders: {}, grades: {} },
  );
}

describe("the trouble of a stream", () => {
  it.each([
    ["the truth", truth, null],
    ["nothing", [], "silent"],
    ["more than the truth", [...truth, extra], "talks-too-much"],
    [
      "far too much that is wrong",
      [extra, { ...extra, frame: 82 }, { ...extra, frame: 84 }, { ...extra, frame: 86 }],
      "talks-too-much",
    ],
    ["half of it", truth.slice(1), "talks-too-little"],
    ["other words", truth.map((one) => ({ ...one, text: "How are you?" })), "wrong-words-or-time"],
  ])("of one who says %s", (_, said, expected) => {
    expect(classOf(said)).toBe(expected);
    expect(dialogueErrorClass(sample, { utterances: said }, usual)).toBe(expected);
  });

  it("is what happens most often where about as much is said as should be", () => {
    const references = [10, 30, 50, 70].map((frame, at) => ({
      frame,
      text: `Put part ${"abcd"[at]} on peg number ${at}.`,
    }));
    const four = { ...sample, references };
    const trouble = (utterances: typeof references) =>
      dialogueErrorClass(four, { utterances }, usual);
    const other = (frame: number) => ({ frame, text: "How are you?" });
    expect(trouble([other(10), other(30), ...references.slice(2)])).toBe("wrong-words-or-time");
    expect(trouble([other(2), other(20), ...references.slice(2)])).toBe("wrong-words-or-time");
    const many = [10, 80, 150, 220, 290, 360].map((frame, at) => ({
      frame,
      text: `Put part ${"abcdef"[at]} on peg number ${at}.`,
    }));
    expect(
      dialogueErrorClass(
        { ...sample, frameCount: 500, references: many },
        { utterances: [...many.slice(0, 3), other(480)] },
        usual,
      ),
    ).toBe("talks-too-little");
  });

  it("is a lesser one where most of it is right", () => {
    const references = [10, 30, 50, 70].map((frame, at) => ({
      frame,
      text: `Put part ${"abcd"[at]} on peg number ${at}.`,
    }));
    const trouble = (utterances: typeof references) =>
      dialogueErrorClass({ ...sample, references }, { utterances }, usual);
    const other = (frame: number) => ({ frame, text: "How are you?" });
    expect(trouble(references.slice(1))).toBe("mostly-right-some-missed");
    expect(trouble([...references.slice(1), other(97)])).toBe("mostly-right-some-missed");
    expect(trouble([other(10), ...references.slice(1)])).toBe("mostly-right-some-wrong");
    expect(trouble([other(10), ...references.slice(1), other(95), other(98)])).toBe(
      "mostly-right-some-extra",
    );
  });

  it("follows the rules of the task: its window and what it calls similar", () => {
    expect(classOf(late, { window: "-5s,5s" })).toBeNull();
    expect(classOf(late, { window: "-2s,2s" })).toBe("wrong-words-or-time");
    const similar = truth.map(({ frame, text }) => ({
      frame,
      text: `${text} Now then, please, my friend.`,
    }));
    expect(classOf(similar, { threshold: 0.3 })).toBeNull();
    expect(classOf(similar, { threshold: 0.9 })).toBe("wrong-words-or-time");
  });

  it("goes by the similarities that the task was scored with", () => {
    const grades = {
      similarity: { pairs: truth.map(({ text }) => [text, text]), cosines: truth.map(() => 0.2) },
    };
    const scored = {
      options: dialogueOptionsSchema.parse({ window: "-3,3" }),
      graders: { similarity: "table:t" },
      grades,
    };
    expect(dialogueErrorClass(sample, { utterances: truth }, scored)).toBe("wrong-words-or-time");
  });
});
