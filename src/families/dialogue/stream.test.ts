import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { play as playSteps, videoOf } from "../../../test/support/play.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import { isClose, type StreamReply, type StreamStep } from "../../core/asking/stream.ts";
import { answered, failed, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { type DialogueOptions, type DialogueSample, dialogueOptionsSchema } from "./schema.ts";
import { stream } from "./stream.ts";

const secret = "the truth";
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
  media: [{ kind: "video", path: "whole.mp4" }],
  metadata: { secret },
  references: [{ frame: 5, text: secret }],
  substeps: [{ startSeconds: 0, endSeconds: 9, name: secret }],
};

const framesAt = (times: readonly number[]): readonly FrameRef[] =>
  times.map((atSeconds, i) => ({
    atSeconds,
    digest: `d${i}`,
    mediaType: "image/jpeg",
    width: 8,
    height: 8,
  }));
const frames = framesAt(Array.from({ length: 20 }, (_, i) => i / 2));

type Reply = (step: StreamStep) => Outcome<StreamReply>;

function play(
  reply: Reply,
  {
    of = sample,
    shown = frames,
    ...options
  }: Partial<DialogueOptions> & { of?: DialogueSample; shown?: readonly FrameRef[] } = {},
) {
  const steps = stream.steps(of, {
    options: dialogueOptionsSchema.parse(options),
    prompts: {},
    refs: of.media,
    sees: true,
    extractor: "speech",
  });
  const { asks, outcome } = playSteps(steps, {
    see: videoOf(shown),
    reply: (ask) => (isClose(ask) ? answered({ text: "" }) : reply(ask)),
  });
  return { moments: asks.filter((ask): ask is StreamStep => !isClose(ask)), asks, outcome };
}

const says = (text: string, confidence?: number) =>
  answered({ text, ...(confidence === undefined ? {} : { confidence }) });

describe("a system that watches a stream by itself", () => {
  it("is told of nothing before its time, of everything once, and never how long the stream is", () => {
    const streams = fc.record({
      frameCount: fc.integer({ min: 1, max: 60 }),
      fps: fc.constantFrom(0.5, 1, 2, 24),
      startFrame: fc.nat(10),
      heard: fc.array(fc.nat(59), { maxLength: 8 }),
      everySeconds: fc.constantFrom(0.1, 0.5, 1, 3, 1000),
      ask: fc.constantFrom("every-step" as const, "on-change" as const),
    });
    fc.assert(
      fc.property(streams, ({ frameCount, fps, startFrame, heard, everySeconds, ask }) => {
        const inputs = heard
          .filter((frame) => frame < frameCount)
          .map((frame, i) => ({ frame, role: "user" as const, text: `turn ${i}` }));
        const shown = framesAt(
          Array.from({ length: frameCount }, (_, i) => (startFrame + i) / fps),
        );
        const of = {
          ...sample,
          frameCount,
          fps,
          startFrame,
          inputs,
          references: [{ frame: 0, text: secret }],
        };
        const { moments } = play(() => says(""), { of, shown, askEverySeconds: everySeconds, ask });
        for (const [at, moment] of moments.entries()) {
          expect(moment.step).toBe(at);
          for (const frame of moment.frames)
            expect(frame.atSeconds).toBeLessThan(startFrame / fps + moment.nowSeconds);
          for (const turn of moment.turns) expect(turn.atSeconds).toBeLessThan(moment.nowSeconds);
          expect(moment.about !== undefined).toBe(at === 0);
        }
        expect(moments.flatMap((moment) => moment.frames)).toEqual(shown);
        expect(
          moments.flatMap((moment) => moment.turns.map(({ text }) => text)).toSorted(),
        ).toEqual(inputs.map(({ text }) => text).toSorted());
        const told = JSON.stringify(moments[0]);
        expect(told).not.toContain(secret);
        expect(told).not.toContain("whole.mp4");
        expect(moments[0]!.about).not.toHaveProperty("frameCount");
      }),
    );
  });

  it("is told the same up to a moment, whatever comes after it", () => {
    const later = {
      ...sample,
      inputs: [sample.inputs[0]!, { frame: 14, role: "user" as const, text: "Something else." }],
      frameCount: 18,
    };
    const until = (of: DialogueSample) =>
      play(() => says(""), { of }).moments.filter(({ nowSeconds }) => nowSeconds <= 6.5);
    expect(until(later)).toEqual(until(sample));
  });

  it("speaks on the last frame it was shown, with its confidence, or stays silent", () => {
    const { outcome } = play(({ nowSeconds }) =>
      nowSeconds === 3 ? says(" Boil water. ", 0.8) : nowSeconds === 7 ? says("Pour.") : says(" "),
    );
    expect(outcome).toEqual(
      answered({
        utterances: [
          { frame: 5, text: "Boil water.", confidence: 0.8 },
          { frame: 13, text: "Pour." },
        ],
      }),
    );
  });

  it("hears that the stream is over, however it ended", () => {
    expect(play(() => says("")).asks.at(-1)).toEqual({ close: true });
    const lost = play(({ step }) => (step === 3 ? failed("session", "gone") : says("")));
    expect(lost.asks).toHaveLength(5);
    expect(lost.asks.at(-1)).toEqual({ close: true });
    expect(lost.outcome).toEqual(failed("session", "gone"));
  });

  it("is silent where a step has no usable reply; where none has, the sample ends so", () => {
    expect(
      play(({ step }) => (step === 0 ? noAnswer("refused", "no") : says("Yes.")), {
        askEverySeconds: 5,
      }).outcome,
    ).toEqual(answered({ utterances: [{ frame: 19, text: "Yes." }] }));
    expect(play(() => noAnswer("refused", "no")).outcome).toEqual(noAnswer("refused", "no"));
  });
});
