import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../core/asking/chat.ts";
import { withLatestFrames } from "./latest-frames.ts";

const frame = (atSeconds: number) => ({
  atSeconds,
  digest: "d",
  mediaType: "image/jpeg",
  width: 8,
  height: 8,
});
const at = (times: readonly number[]): ChatMessage => ({
  role: "user",
  parts: [
    { text: `at ${times}` },
    ...(times.length > 0 ? [{ frames: times.map(frame) }] : []),
    { text: "end" },
  ],
});
const said: ChatMessage = { role: "assistant", parts: [{ text: "words" }] };
const timesIn = (messages: readonly ChatMessage[]) =>
  messages.map(({ parts }) =>
    parts.flatMap((part) =>
      "frames" in part ? part.frames.map(({ atSeconds }) => atSeconds) : [],
    ),
  );
const textsIn = (messages: readonly ChatMessage[]) =>
  messages.map(({ parts }) => parts.flatMap((part) => ("text" in part ? [part.text] : [])));

describe("the latest frames of a conversation", () => {
  it.each([
    ["all, where there is room", [[1, 2], [3]], 3, [[1, 2], [3]]],
    ["not the earliest", [[1, 2], [3, 4], [5]], 3, [[], [3, 4], [5]]],
    [
      "the later ones of a message for which there is half room",
      [
        [1, 2, 3],
        [4, 5],
      ],
      4,
      [
        [2, 3],
        [4, 5],
      ],
    ],
    [
      "evenly over a last message that holds too many",
      [[1], [2, 3, 4, 5, 6, 7]],
      3,
      [[], [3, 5, 7]],
    ],
    ["the very last, if only one", [[1], [2, 3, 4]], 1, [[], [4]]],
    ["evenly over an earlier one, where nothing came since", [[1, 2, 3, 4], []], 2, [[2, 4], []]],
  ])("are %s", (_, times, most, kept) => {
    expect(timesIn(withLatestFrames(times.map(at), most))).toEqual(kept);
  });

  it("are never more than asked for, in order, and no words are lost", () => {
    const conversations = fc.array(
      fc.oneof(
        fc.nat(9).map((count) => at(Array.from({ length: count }, (_, i) => i))),
        fc.constant(said),
      ),
    );
    fc.assert(
      fc.property(conversations, fc.integer({ min: 1, max: 12 }), (messages, most) => {
        const kept = withLatestFrames(messages, most);
        const before = timesIn(messages).flat().length;
        expect(timesIn(kept).flat().length).toBe(Math.min(most, before));
        expect(textsIn(kept)).toEqual(textsIn(messages));
        for (const [place, times] of timesIn(kept).entries()) {
          expect(times).toEqual(times.toSorted((a, b) => a - b));
          for (const time of times) expect(timesIn(messages)[place]).toContain(time);
        }
        expect(withLatestFrames(kept, most)).toEqual(kept);
      }),
    );
  });
});
