import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { play as playSteps, videoOf } from "../../../test/support/play.ts";
import type { ChatAsk, ChatReply, FrameRef } from "../../core/asking/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { chat } from "./chat.ts";
import { silence } from "./prompts.ts";
import { replayClock } from "./replay-clock.ts";
import { type DialogueOptions, type DialogueSample, dialogueOptionsSchema } from "./schema.ts";

const sample: DialogueSample = {
  fps: 2,
  frameCount: 20,
  group: "v",
  goal: "make coffee",
  id: "v",
  inputs: [
    { frame: 3, role: "user", text: "What first?" },
    { frame: 13, role: "user", text: "And now?" },
  ],
  media: [],
  metadata: {},
  references: [{ frame: 5, text: "Boil water." }],
};

const frames: readonly FrameRef[] = Array.from({ length: 20 }, (_, i) => ({
  atSeconds: i / 2,
  digest: `d${i}`,
  mediaType: "image/jpeg",
  width: 8,
  height: 8,
}));

type Reply = (ask: ChatAsk, number: number) => Outcome<ChatReply>;

function play(
  reply: Reply,
  options: Partial<DialogueOptions> = {},
  shown: readonly FrameRef[] = frames,
  of: DialogueSample = sample,
) {
  const steps = chat.steps(of, {
    options: dialogueOptionsSchema.parse(options),
    prompts: {},
    refs: [{ kind: "video", path: "v.mp4" }],
    sees: true,
    extractor: "speech",
  });
  return playSteps(steps, {
    see: videoOf(shown),
    reply: (ask, _, list) => reply(ask, list),
  });
}

const says = (text: string) => answered({ text, finish: "stop" as const });
const partsOf = (ask: ChatAsk) => ask.messages.flatMap(({ parts }) => parts);
const textOf = (ask: ChatAsk) =>
  partsOf(ask)
    .flatMap((part) => ("text" in part ? [part.text] : []))
    .join("\n");

describe("the replay clock", () => {
  it("shows every frame and every turn once, and none before its time", () => {
    for (const every of [0.5, 1, 1.5, 4, 100]) {
      const steps = replayClock(sample, frames, every);
      expect(steps.flatMap((step) => step.frames)).toEqual(frames);
      expect(steps.flatMap((step) => step.inputs)).toEqual(sample.inputs);
      expect(steps.at(-1)!.frame).toBe(19);
      for (const step of steps) {
        for (const frame of step.frames) expect(frame.atSeconds).toBeLessThan(step.nowSeconds);
        for (const input of step.inputs) expect(input.frame).toBeLessThanOrEqual(step.frame);
      }
    }
  });

  it("leaves out what the video shows before the stream begins, and after it ends", () => {
    const steps = replayClock({ ...sample, startFrame: 4, frameCount: 6, inputs: [] }, frames, 1);
    expect(steps.map((step) => step.frames.map(({ atSeconds }) => atSeconds))).toEqual([
      [2, 2.5],
      [3, 3.5],
      [4, 4.5],
    ]);
    // A video whose clock is a little behind still shows the first frame.
    const behind = frames.map((frame) => ({ ...frame, atSeconds: frame.atSeconds - 0.02 }));
    expect(
      replayClock({ ...sample, startFrame: 4, frameCount: 6, inputs: [] }, behind, 1)[0]!.frames[0]!
        .atSeconds,
    ).toBe(1.98);
  });
});

describe("a chat system that watches a stream", () => {
  it("is never shown the future: neither frames nor turns nor references", () => {
    const { asks } = play(() => says(silence));
    expect(asks.length).toBe(10);
    for (const [i, ask] of asks.entries()) {
      const now = i + 1;
      for (const part of partsOf(ask))
        if ("frames" in part)
          for (const { atSeconds } of part.frames) expect(atSeconds).toBeLessThan(now);
      expect(textOf(ask).includes("And now?")).toBe(now >= 7);
      expect(textOf(ask)).not.toContain("Boil water.");
    }
  });

  it("is never shown the future, nor more frames than it may, whatever the stream and the memory", () => {
    const streams = fc.record({
      frameCount: fc.integer({ min: 1, max: 40 }),
      fps: fc.constantFrom(0.5, 1, 2, 10),
      startFrame: fc.nat(12),
      heard: fc.array(fc.nat(39), { maxLength: 6 }),
      times: fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { maxLength: 60 }),
      options: fc.record({
        askEverySeconds: fc.constantFrom(0.1, 0.5, 1, 3, 1000),
        ask: fc.constantFrom("every-step" as const, "on-change" as const),
        context: fc.constantFrom(
          "keep" as const,
          "drop-all" as const,
          "drop-middle" as const,
          "summarise-and-drop" as const,
        ),
        contextSteps: fc.integer({ min: 3, max: 8 }),
        keepSteps: fc.constant(2),
        contextFrames: fc.integer({ min: 1, max: 20 }),
        talkThreshold: fc.constantFrom(null, 0.5),
      }),
    });
    fc.assert(
      fc.property(streams, ({ frameCount, fps, startFrame, heard, times, options }) => {
        const inputs = heard
          .filter((frame) => frame < frameCount)
          .map((frame) => ({ frame, role: "user" as const, text: `heard in frame ${frame}.` }));
        const of = {
          ...sample,
          frameCount,
          fps,
          startFrame,
          inputs,
          references: [{ frame: 0, text: "the truth" }],
        };
        const shown = times.map((atSeconds, i) => ({ ...frames[0]!, atSeconds, digest: `d${i}` }));
        let now = 0;
        const { asks } = play(
          (ask) =>
            ask.choices
              ? answered({ text: "", finish: "stop" as const, logLikelihoods: [-1, -1, -2, -2] })
              : says("words"),
          options,
          shown,
          of,
        );
        for (const ask of asks) {
          now = Math.max(
            now,
            ...[...textOf(ask).matchAll(/\[([\d.]+) s\]/g)].map(([, text]) => Number(text)),
          );
          const held = partsOf(ask).flatMap((part) => ("frames" in part ? part.frames : []));
          expect(held.length).toBeLessThanOrEqual(options.contextFrames);
          // The text rounds to a tenth of a second.
          for (const { atSeconds } of held)
            expect(atSeconds).toBeLessThan(startFrame / fps + now + 0.05 + 1e-9);
          for (const [, frame] of textOf(ask).matchAll(/heard in frame (\d+)\./g))
            expect(Number(frame) / fps).toBeLessThan(now + 0.05);
          expect(textOf(ask)).not.toContain("the truth");
        }
      }),
    );
  });

  it("is asked the same up to a moment, whatever is shown and said after it", () => {
    const later = {
      ...sample,
      frameCount: 18,
      inputs: [sample.inputs[0]!, { frame: 14, role: "user" as const, text: "Something else." }],
    };
    const other = frames.map((frame) =>
      frame.atSeconds < 6.5 ? frame : { ...frame, digest: "other" },
    );
    const until = (asks: readonly ChatAsk[]) => asks.slice(0, 6);
    for (const context of ["keep", "drop-middle", "summarise-and-drop"] as const) {
      const options = { context, contextSteps: 4, keepSteps: 2, contextFrames: 5 };
      expect(until(play(() => says("ok"), options, other, later).asks)).toEqual(
        until(play(() => says("ok"), options).asks),
      );
    }
  });

  it("sees the latest frames, and keeps what was said when theirs go", () => {
    const { asks } = play(() => says("ok"), { contextFrames: 3 });
    const times = asks.map((ask) =>
      partsOf(ask).flatMap((part) =>
        "frames" in part ? part.frames.map(({ atSeconds }) => atSeconds) : [],
      ),
    );
    expect(times.slice(0, 3)).toEqual([
      [0, 0.5],
      [0.5, 1, 1.5],
      [1.5, 2, 2.5],
    ]);
    expect(textOf(asks.at(-1)!)).toContain("What first?");
    expect(
      chat.framesAtOnce!({
        options: dialogueOptionsSchema.parse({ contextFrames: 3 }),
        prompts: {},
      }),
    ).toBe(3);
  });

  it("puts what it says on the last frame it saw, and silence nowhere", () => {
    const { outcome } = play((_ask, number) =>
      says(number === 2 ? "Boil water." : number === 4 ? "." : `${silence}`),
    );
    expect(outcome).toEqual(answered({ utterances: [{ frame: 5, text: "Boil water." }] }));
  });

  it.each(["[silent]", "Silent.", "*silence*", "(silent)", ".", "", "  "])(
    "takes “%s” for silence",
    (text) => {
      expect(play(() => says(text)).outcome).toEqual(answered({ utterances: [] }));
    },
  );

  it("goes on after a refused step, ends as refused where no step was answered, and stops where something failed", () => {
    const once = play((_ask, number) => (number === 0 ? noAnswer("refused", "no") : says(silence)));
    expect(once.outcome.kind).toBe("answered");
    expect(play(() => noAnswer("refused", "no")).outcome.kind).toBe("refused");
    expect(play(() => answered({ text: "Boil", finish: "length" as const })).outcome.kind).toBe(
      "truncated",
    );
    const failed = play((_ask, number) =>
      number === 3 ? noAnswer("failed", "down") : says(silence),
    );
    expect(failed.outcome.kind).toBe("failed");
    expect(failed.asks.length).toBe(4);
  });

  it("is asked only where something is new, if so wished", () => {
    expect(play(() => says(silence), { ask: "on-change" }, []).asks.length).toBe(2);
    expect(play(() => says(silence), { ask: "on-change" }).asks.length).toBe(10);
    // The same picture up to 4 s, another one from then on; turns at 1.5 and 6.5 s.
    const still = frames.map((frame) => ({
      ...frame,
      digest: frame.atSeconds < 4 ? "one" : "two",
    }));
    expect(
      play(() => says(silence), { ask: "on-change" }, still).asks.map((ask) =>
        textOf(ask)
          .match(/\[[\d.]+ s\]/g)!
          .at(-1),
      ),
    ).toEqual(["[1.0 s]", "[2.0 s]", "[5.0 s]", "[7.0 s]"]);
  });

  it.each([
    ["keep", 19],
    ["drop-all", 1],
    ["drop-middle", 7],
    ["summarise-and-drop", 7],
  ] as const)("shortens its memory by %s", (context, messages) => {
    const { asks } = play(() => says("ok"), { context, contextSteps: 9, keepSteps: 2 });
    const last = asks.at(-1)!;
    expect(last.messages.length - 1).toBe(messages);
    expect(asks.length).toBe(context === "summarise-and-drop" ? 11 : 10);
    expect(last.messages[0]!.role).toBe("system");
    expect(last.messages.at(-1)!.role).toBe("user");
  });

  it("talks where it finds that likely enough, and says how likely", () => {
    const likely: Readonly<Record<number, readonly (number | null)[]>> = {
      // Yes and no, each in small letters and with a capital.
      2: [-0.1, null, -2.4, null],
      4: [null, Math.log(0.2), Math.log(0.1), Math.log(0.3)],
      5: [null, -2, null, null],
      6: [Math.log(0.1), Math.log(0.5), Math.log(0.2), null],
      7: [-3, null, -0.05, null],
    };
    let step = -1;
    const { asks, outcome } = play(
      (ask) => {
        if (!ask.choices) return says(`words ${step}`);
        step++;
        return answered({
          text: "",
          finish: "stop" as const,
          logLikelihoods: likely[step] ?? [-5, null, null, -0.01],
        });
      },
      { talkThreshold: 0.5 },
    );
    expect(outcome).toEqual(
      answered({
        utterances: [
          { frame: 5, text: "words 2", confidence: expect.closeTo(1 / (1 + Math.exp(-2.3)), 9) },
          { frame: 11, text: "words 5", confidence: 1 },
          { frame: 13, text: "words 6", confidence: expect.closeTo(0.75, 9) },
        ],
      }),
    );
    expect(asks.filter(({ choices }) => choices).length).toBe(10);
    expect(asks.length).toBe(13);
    expect(asks.at(-1)!.messages.filter(({ role }) => role === "assistant").length).toBe(9);
    expect(textOf(asks.at(-1)!).match(/moment to speak/g)).toHaveLength(1);
  });

  it.each([
    [[-1], "failed"],
    [[-1, -2], "failed"],
    [[null, null, null, null], "unparsed"],
  ] as const)("does not guess where likelihoods are %j", (logLikelihoods, kind) => {
    expect(
      play(() => answered({ text: "", finish: "stop" as const, logLikelihoods }), {
        talkThreshold: 0.5,
      }).outcome.kind,
    ).toBe(kind);
  });

  it("knows everything that decides what is asked by its identity, and nothing else", () => {
    const identity = (options: Partial<DialogueOptions>) =>
      JSON.stringify(chat.identity({ options: dialogueOptionsSchema.parse(options), prompts: {} }));
    expect(identity({ askEverySeconds: 2 })).not.toBe(identity({}));
    expect(identity({ context: "drop-all" })).not.toBe(identity({}));
    expect(identity({ contextFrames: 8 })).not.toBe(identity({}));
    expect(identity({ talkThreshold: 0.3 })).not.toBe(identity({ talkThreshold: 0.4 }));
    expect(identity({ notTalkThreshold: 0.7 })).toBe(identity({ talkThreshold: 0.3 }));
    expect(identity({ notTalkThreshold: 0 })).toBe(identity({}));
    expect(() => identity({ notTalkThreshold: 0.7, talkThreshold: 0.3 })).toThrow(
      "give one of them",
    );
    expect(identity({ window: "-3,3", threshold: 0.7 })).toBe(identity({}));
  });
});
