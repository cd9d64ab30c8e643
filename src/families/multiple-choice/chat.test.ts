import { describe, expect, it } from "vitest";
import { play, videoOf } from "../../../test/support/play.ts";
import type { ChatReply, FrameRef } from "../../core/asking/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { chat, promptNote } from "./chat.ts";
import { type ChoiceOptions, type ChoiceSample, choiceOptionsSchema } from "./schema.ts";

const sample: ChoiceSample = {
  id: "q1",
  group: "v",
  question: "Which {{choices}} colour?",
  choices: ["red", "2 × blue"],
  answer: 0,
  media: [{ kind: "video", path: "v.mp4" }],
  metadata: {},
};
const picture: ChoiceSample = { ...sample, media: [{ kind: "image", path: "p.png" }] };
const frames = (count: number): readonly FrameRef[] =>
  Array.from({ length: count }, (_, at) => ({
    atSeconds: at,
    digest: `d${at}`,
    mediaType: "image/jpeg",
    width: 2,
    height: 2,
  }));

interface Asking {
  readonly answer?: ChoiceOptions["answer"];
  readonly subtitles?: ChoiceOptions["subtitles"];
  readonly prompts?: Readonly<Record<string, string>>;
  readonly frames?: number;
  readonly extractor?: string;
}

function asked(
  about: ChoiceSample,
  asking: Asking = {},
  reply: Outcome<ChatReply> = answered({ text: "A", finish: "stop" }),
) {
  const context = {
    options: choiceOptionsSchema.parse({ answer: asking.answer, subtitles: asking.subtitles }),
    prompts: asking.prompts ?? {},
    refs: about.media,
    sees: true,
    extractor: asking.extractor ?? "standard",
  } as const;
  const { asks, outcome } = play(chat.steps(about, context), {
    see: videoOf(frames(asking.frames ?? 8)),
    reply: () => reply,
  });
  expect(asks).toHaveLength(1);
  return { messages: asks[0]!.messages, outcome };
}

function userText(about: ChoiceSample, asking?: Asking): string {
  const parts = asked(about, asking).messages.at(-1)!.parts;
  return parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("");
}

describe("chat prompts", () => {
  it("put frames of a video after the text and pictures before it", () => {
    expect(
      asked(sample)
        .messages.at(-1)!
        .parts.map((part) => Object.keys(part)[0]),
    ).toEqual(["text", "frames"]);
    expect(
      asked(picture, { frames: 1 })
        .messages.at(-1)!
        .parts.map((part) => Object.keys(part)[0]),
    ).toEqual(["frames", "text"]);
    expect(
      asked(picture, { frames: 0 })
        .messages.at(-1)!
        .parts.map((part) => Object.keys(part)[0]),
    ).toEqual(["text"]);
  });

  it("say how many frames there are, on the line of the question, for videos only", () => {
    expect(userText(sample).split("\n")[0]).toBe(
      "The 8 attached images are frames of one video, in the order of time. Which {{choices}} colour?",
    );
    expect(userText(sample, { frames: 1 }).split("\n")[0]).toMatch(
      /^The attached image is one frame of a video\. Which/,
    );
    expect(
      userText({ ...sample, media: [...sample.media, ...picture.media] }).split("\n")[0],
    ).toMatch(/^The 8 attached images come from several/);
    expect(userText(picture, { frames: 1 }).split("\n")[0]).toBe("Which {{choices}} colour?");
    expect(userText(sample, { frames: 0 }).split("\n")[0]).toBe("Which {{choices}} colour?");
  });

  it("show letters in letter mode", () => {
    expect(userText(sample)).toContain("\n\nOptions:\nA. red\nB. 2 × blue\n\n");
    expect(userText(sample)).toMatch(/letter only\.$/);
  });

  it("have every part of the verbatim user prompt, in order", () => {
    expect(userText(sample, { answer: "verbatim" })).toMatch(
      /^The 8 .*colour\?\n\n[^\n]+:\n- red\n- 2 × blue\n\nInstructions:\n1\. [^\n]*first line[^\n]*'A', 'Yes'[^\n]*'X axis'[^\n]*\n2\. [^\n]*one or two sentences[^\n]*\n\nAnswer:$/,
    );
  });

  it("have every part of the verbatim system prompt, in order", () => {
    const [system] = asked(sample, { answer: "verbatim" }).messages;
    const text = (system!.parts[0] as { readonly text: string }).text;
    expect(system!.role).toBe("system");
    const parts = [
      "exactly the form",
      "Line 1:",
      "Line 2:",
      "10 to 15 words",
      "\n1. ",
      "\n2. ",
      "mathematical symbol",
      "\n3. ",
      "The answer is",
      "\n4. ",
      "never shorten",
      "Example 1",
      "- Yes",
      "Example 2",
      "×",
      "Wrong reply",
      "It is wrong because",
      "Remember: line 1",
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const explanation of ["The ball meets", "Laid end to end"]) {
      const words = text
        .split("\n")
        .find((line) => line.startsWith(explanation))!
        .split(" ").length;
      expect(words).toBeGreaterThanOrEqual(10);
      expect(words).toBeLessThanOrEqual(15);
    }
  });

  it("put nothing in twice, so that a question may hold braces", () => {
    expect(userText(sample)).toContain("Which {{choices}} colour?");
  });
});

describe("a user's own prompts", () => {
  it("replace the family's, each by itself", () => {
    const prompts = { user: "Q: {{ question }}\n{{frames}}\n{{choices}} ({{frames}} ) end" };
    const { messages } = asked({ ...sample, question: "Why?" }, { prompts });
    expect(messages[0]!.role).toBe("system");
    expect(userText({ ...sample, question: "Why?" }, { prompts, frames: 1 })).toBe(
      "Q: Why?\nThe attached image is one frame of a video.\nA. red\nB. 2 × blue (The attached image is one frame of a video. ) end",
    );
    expect(userText({ ...sample, question: "Why?" }, { prompts, frames: 0 })).toBe(
      "Q: Why?\nA. red\nB. 2 × blue () end",
    );
  });

  it("may leave the system message out", () => {
    expect(asked(sample, { prompts: { system: "" } }).messages.map(({ role }) => role)).toEqual([
      "user",
    ]);
    expect(asked(sample, { prompts: { system: "Be brief." } }).messages[0]).toEqual({
      role: "system",
      parts: [{ text: "Be brief." }],
    });
  });

  it.each([
    [{ user: "{{question}} {{choice}}" }, "{{choice}}", "{{choices}}"],
    [{ user: "{{question}} {{x}}" }, "{{x}}", "{{question}}, {{choices}}, {{frames}}"],
    [{ system: "{{Question}}" }, "{{Question}}", "{{question}}"],
    [{ user: "no question" }, "{{question}}", "every sample"],
    [{ usr: "{{question}}" }, '"usr"', '"user"'],
  ])("are refused where they cannot work: %j", (prompts, named, hint) => {
    const settings = { options: choiceOptionsSchema.parse({}), prompts };
    for (const ask of [
      () => chat.identity(settings),
      () => promptNote(settings),
      () => asked(sample, { prompts: prompts as Record<string, string> }),
    ]) {
      expect(ask).toThrow(UserError);
      expect(ask).toThrow(named);
      try {
        ask();
      } catch (error) {
        expect((error as UserError).hint).toContain(hint);
      }
    }
  });
});

describe("identity and note", () => {
  const settings = (
    answer: ChoiceOptions["answer"],
    prompts: Readonly<Record<string, string>> = {},
  ) => ({
    options: choiceOptionsSchema.parse({ answer }),
    prompts,
  });

  it("name the wording", () => {
    expect(promptNote(settings("letter"))).toEqual({
      name: "vidimus/choice-letter",
      version: 1,
      isOwnWording: true,
    });
    expect(promptNote(settings("verbatim"))).toEqual({
      name: "vidimus/choice-verbatim",
      version: 1,
      isOwnWording: true,
    });
    expect(promptNote(settings("letter", { system: "" }))).toEqual({
      name: "custom",
      version: 1,
      isOwnWording: false,
    });
  });

  it("tell apart everything that changes what is asked", () => {
    const identities = [
      settings("letter"),
      settings("verbatim"),
      settings("letter", { system: "x" }),
      settings("letter", { user: "{{question}}" }),
    ].map((each) => JSON.stringify(chat.identity(each)));
    expect(new Set(identities).size).toBe(4);
    expect(identities[0]).toContain("Reply with its letter only.");
    expect(identities[3]).toContain('"user":"{{question}}"');
  });
});

describe("chat outcomes", () => {
  const outcomeOf = (reply: Outcome<ChatReply>, asking?: Asking) =>
    asked(sample, asking, reply).outcome;
  const said = (text: string, finish: ChatReply["finish"] = "stop") => answered({ text, finish });

  it("are what the reply says", () => {
    expect(outcomeOf(said("B."))).toEqual({
      kind: "answered",
      value: { choice: 1, rule: "own-line" },
    });
    expect(outcomeOf(said("purple"))).toMatchObject({
      kind: "unparsed",
      reason: expect.stringContaining("purple"),
    });
    expect(outcomeOf(answered({ text: "", finish: "stop", reasoning: "It is B." }))).toMatchObject({
      kind: "unparsed",
    });
  });

  it("never take a reply that was cut off as an answer", () => {
    expect(outcomeOf(said("B", "length"))).toMatchObject({ kind: "truncated" });
    expect(outcomeOf(said("<think>It is B"))).toMatchObject({ kind: "truncated" });
  });

  it.each(["refused", "failed", "media-error", "truncated"] as const)("pass on %s", (kind) => {
    expect(outcomeOf(noAnswer(kind, "as it came"))).toEqual({ kind, reason: "as it came" });
  });

  it("follow the extractor", () => {
    expect(outcomeOf(said("B."), { extractor: "strict" })).toMatchObject({ kind: "unparsed" });
    expect(() => outcomeOf(said("B."), { extractor: "none" })).toThrow(UserError);
  });
});
