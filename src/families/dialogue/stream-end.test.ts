import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RowFormat } from "../../core/data/format.ts";
import { formats } from "./formats.ts";
import type { DialogueSample } from "./schema.ts";
import { streamEnd } from "./stream-end.ts";

const turns = [
  { role: "user", seconds: 1, text: "Coffee, please." },
  { role: "assistant", seconds: 2, text: "Boil the water." },
];

function read(row: object): DialogueSample {
  const result = (formats[0] as RowFormat<DialogueSample>).read({ id: "s", turns, ...row });
  if (!result.ok) throw new Error(result.reason);
  return result.value[0]!;
}

describe("the end of a stream", () => {
  it("is asked of the video where the row has one and says no duration", () => {
    expect(streamEnd.wanted(read({ video: "a.mp4" }))).toEqual({ kind: "video", path: "a.mp4" });
    expect(streamEnd.wanted(read({ video: "a.mp4", duration: 9 }))).toBeUndefined();
    expect(streamEnd.wanted(read({}))).toBeUndefined();
  });

  it("is that of the video, also long after the last turn", () => {
    const open = read({ video: "a.mp4" });
    expect(open.frameCount).toBe(6);
    expect(streamEnd.put(open, 30)).toEqual({
      ok: true,
      value: read({ video: "a.mp4", duration: 30 }),
    });
    // 25 frames a second and a clock of 1/12800 s end at 29.99999….
    expect(streamEnd.put(open, 29.9999999)).toMatchObject({ value: { frameCount: 60 } });
  });

  it.each([
    [0.3, "the video ends after 0.3 s, which is less than one frame of the stream"],
    [0.5, "the video ends after 0.5 s, and 2 of its turns come after that"],
    [1.5, "the video ends after 1.5 s, and 1 of its turns come after that"],
  ])("is refused where turns have no room in it: %s", (endSeconds, reason) => {
    expect(streamEnd.put(read({ video: "a.mp4" }), endSeconds)).toEqual({ ok: false, reason });
  });

  it("is as if the video's length were written as duration, whatever the turns", () => {
    const said = fc.record({
      role: fc.constantFrom("user", "assistant", "system"),
      seconds: fc.integer({ min: 0, max: 40 }).map((n) => n / 4),
    });
    fc.assert(
      fc.property(
        fc.array(said, { maxLength: 12 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(1, 2, 5),
        (some, quarters, fps) => {
          const row = {
            fps,
            video: "a.mp4",
            turns: some.map((turn, at) => ({ ...turn, text: `${at}` })),
          };
          const put = streamEnd.put(read(row), quarters / 4);
          const written = (formats[0] as RowFormat<DialogueSample>).read({
            id: "s",
            ...row,
            duration: quarters / 4,
          });
          expect(put.ok).toBe(written.ok);
          if (put.ok && written.ok) expect(put.value).toEqual(written.value[0]);
        },
      ),
    );
  });
});
