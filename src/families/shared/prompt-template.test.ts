import { describe, expect, it } from "vitest";
import { firstAsks, videoOf } from "../../../test/support/play.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { Family } from "../../core/family.ts";
import { families } from "../index.ts";

const frames: readonly FrameRef[] = [0, 1, 2].map((atSeconds) => ({
  atSeconds,
  digest: `d${atSeconds}`,
  mediaType: "image/jpeg",
  width: 2,
  height: 2,
}));

function chatOf(id: string) {
  const family = families.find((one) => one.id === id) as unknown as Family;
  return {
    chat: family.asking.protocols.chat!,
    options: family.data.options.parse({}),
    sample: family.proof.examples[0]!.samples[0]!,
  };
}

/** The texts of the first ask of a family to a chat system. */
function firstTexts(
  id: string,
  prompts: Readonly<Record<string, string>>,
  changes: object = {},
): readonly string[] {
  const { chat, options, sample } = chatOf(id);
  const refs = [{ kind: "video", path: "v.mp4" }] as const;
  const context = { options, prompts, refs, sees: true, extractor: "" };
  const [ask] = firstAsks(chat.steps({ ...sample, ...changes }, context), videoOf(frames));
  return ask!.messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => ("text" in part ? [part.text] : []));
}

describe("own prompts", () => {
  it.each(["multiple-choice", "retrieval", "event-detection"])(
    "of %s may say how many frames are shown",
    (id) => {
      expect(firstTexts(id, { system: "You see {{frameCount}} frames." })[0]).toBe(
        "You see 3 frames.",
      );
    },
  );

  it("of multiple-choice may say so beside the question", () => {
    expect(
      firstTexts("multiple-choice", { user: "{{frameCount}} frames. {{question}}" }).at(-1),
    ).toMatch(/^3 frames\. ./);
  });

  it("of dialogue word every update of the stream", () => {
    const inputs = [{ frame: 0, role: "user", text: "What {{now}}?" }];
    const user = "At {{time}} s, {{frameCount}} new frames. {{turns}} Goal: {{goal}}.";
    const changes = { inputs, goal: "tea", fps: 2, frameCount: 40 };
    expect(firstTexts("dialogue", { user }, changes).at(-1)).toMatch(
      /^At \d+\.\d s, \d new frames\. The person says: What \{\{now\}\}\? Goal: tea\.$/,
    );
    expect(firstTexts("dialogue", { system: "Help with {{goal}}." }, changes)[0]).toBe(
      "Help with tea.",
    );
    expect(firstTexts("dialogue", { system: "Help." }, changes)[0]).toContain(
      "The person's goal: tea",
    );
  });

  it("are part of what is asked", () => {
    const { chat, options } = chatOf("dialogue");
    const identity = (prompts: Readonly<Record<string, string>>) =>
      JSON.stringify(chat.identity({ options, prompts }));
    expect(
      new Set([identity({}), identity({ user: "{{turns}}" }), identity({ user: "{{turns}}!" })])
        .size,
    ).toBe(3);
  });

  it.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    ["dialogue", { user: "At {{time}}." }, /the user prompt does not contain \{\{turns\}\}/],
    ["dialogue", { user: "{{turns}} {{tmie}}" }, /unknown placeholder \{\{tmie\}\}/],
    ["retrieval", { user: "{{question}}" }, /retrieval has no prompt "user"/],
    ["event-detection", { user: "x" }, /event-detection has no prompt "user"/],
    ["event-detection", { system: "{{types}}" }, /unknown placeholder/],
  ])("of %s that cannot work are refused: %j", (id, prompts, message) => {
    const { chat, options } = chatOf(id);
    expect(() => chat.identity({ options, prompts })).toThrow(message);
  });
});
