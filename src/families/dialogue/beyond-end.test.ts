import { describe, expect, it } from "vitest";
import type { RowFormat, RowPredictionFormat } from "../../core/data/format.ts";
import type { Noticing } from "../../core/family/noticing.ts";
import { turnsBeyondEnd, utterancesBeyondEnd } from "./beyond-end.ts";
import { readVideo } from "./foreign/proassist.ts";
import { formats, predictionFormats } from "./formats.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";
import { streamEnd } from "./stream-end.ts";

const assistant = (seconds: number) => ({ role: "assistant", seconds, text: "Stir." });
const told = <Item>(noticing: Noticing<Item>, items: readonly Item[]) => {
  for (const item of items) noticing.add(item);
  return noticing.finish();
};

function read(id: string, ...times: readonly number[]): DialogueSample {
  const row = (formats[0] as RowFormat<DialogueSample>).read({
    id,
    duration: 10,
    turns: times.map(assistant),
  });
  if (!row.ok) throw new Error(row.reason);
  return row.value[0]!;
}

describe("turns of the truth beyond the end of their stream", () => {
  it.each([
    [9.5, 18, 0],
    // 10.0 s is the end itself, and what is less than a frame after it lies in what the last frame
    // leaves over.
    [10, 18, 0],
    [10.4, 18, 0],
    [10.5, 18, 1],
    [500, 18, 1],
  ])("count at its end: %s s of 10 s", (seconds, frame, moved) => {
    const sample = read("s", seconds);
    expect(sample.references).toMatchObject([{ frame }]);
    expect(sample.turnsAfterEnd?.moved ?? 0).toBe(moved);
  });

  it("are counted and named, the first few", () => {
    expect(told(turnsBeyondEnd(), [read("in", 3), read("out", 4, 77)])).toEqual([
      "1 turn lies beyond the end of its stream and counts at its end: out",
    ]);
    const many = Array.from({ length: 7 }, (_, at) => read(`s${at}`, 30));
    expect(told(turnsBeyondEnd(), many)).toEqual([
      "7 turns lie beyond the end of their stream and count at its end: s0, s1, s2, s3, s4 and 2 more",
    ]);
    expect(told(turnsBeyondEnd(), [read("in", 3)])).toEqual([]);
  });

  it("are counted also where only the video says where it ends", () => {
    const open = (formats[0] as RowFormat<DialogueSample>).read({
      id: "s",
      video: "a.mp4",
      turns: [assistant(2), assistant(90)],
    });
    if (!open.ok) throw new Error(open.reason);
    expect(streamEnd.put(open.value[0]!, 10)).toMatchObject({
      value: { turnsAfterEnd: { moved: 1, lost: 0 }, references: [{ frame: 3 }, { frame: 18 }] },
    });
  });

  it("are counted where the original drops them for want of a frame", () => {
    const turn = (time: number) => ({ role: "assistant", time, content: "Stir.", labels: "" });
    const row = {
      video_uid: "v",
      conversations: [
        { user_type: "no_talk", conversation: [turn(1), turn(50), turn(60), turn(70)] },
      ],
    };
    const video = readVideo(row, "each", { frameCount: 20 });
    if (!video.ok) throw new Error(video.reason);
    expect(told(turnsBeyondEnd(), video.value)).toEqual([
      "1 turn lies beyond the end of its stream and counts at its end: v/no_talk",
      "2 turns lie beyond the end of their stream and are left out: v/no_talk",
    ]);
  });
});

describe("utterances beyond the end of the stream", () => {
  const sample = read("s", 3);
  const interpreted = (utterances: readonly object[]) => {
    const outcome = (
      predictionFormats[0] as RowPredictionFormat<DialogueSample, DialoguePrediction>
    ).interpret(utterances, sample);
    if (outcome.kind !== "answered") throw new Error(outcome.kind);
    return outcome.value;
  };

  it.each([
    [{ seconds: 10.4 }, []],
    [{ frame: 19 }, []],
    [{ seconds: 10.5 }, ["1 utterance lies beyond the end of its stream and counts at its end: s"]],
    [{ frame: 20 }, ["1 utterance lies beyond the end of its stream and counts at its end: s"]],
  ])("of a file count at its end: %o", (when, expected) => {
    const prediction = interpreted([{ ...when, text: "Stir." }]);
    expect(prediction.utterances).toMatchObject([{ frame: 19 }]);
    expect(told(utterancesBeyondEnd(), [{ sample, prediction }])).toEqual(expected);
  });

  it("are counted each where they come together on the last frame", () => {
    const prediction = interpreted([
      { seconds: 10, text: "a" },
      { seconds: 20, text: "b" },
      { seconds: 30, text: "c" },
    ]);
    expect(prediction.utterances).toEqual([{ frame: 19, text: "a b c", afterEnd: 2 }]);
    expect(told(utterancesBeyondEnd(), [{ sample, prediction }])[0]).toMatch(
      /^2 utterances lie beyond/,
    );
  });

  it("on frames that there are not are left out, and counted", () => {
    const prediction = { utterances: [20, 21].map((frame) => ({ frame, text: "Stir." })) };
    expect(told(utterancesBeyondEnd(), [{ sample, prediction }])).toEqual([
      "2 utterances lie beyond the end of their stream and are left out: s",
    ]);
  });
});
