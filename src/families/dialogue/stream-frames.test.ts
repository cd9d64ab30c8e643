import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { framesUpTo, streamTurns, streamUpToLast, type TimedTurn } from "./stream-frames.ts";

const turn = (
  role: TimedTurn["role"],
  seconds: number,
  text = `${role} at ${seconds}`,
): TimedTurn => ({ role, seconds, text });

describe("turns on frames", () => {
  it("puts what the assistant says on the last frame before it, and what the user says on the first after", () => {
    const { inputs, references, frameCount } = streamTurns(
      [turn("user", 2), turn("assistant", 5)],
      {
        fps: 2,
        videoFrames: 20,
        startFrame: 0,
      },
    );
    expect(inputs.map(({ frame }) => frame)).toEqual([4]);
    expect(references.map(({ frame }) => frame)).toEqual([9]);
    expect(frameCount).toBe(20);
  });

  it("gives turns at one time frames one after the other", () => {
    const { inputs, references } = streamTurns(
      [turn("user", 3), turn("assistant", 3), turn("assistant", 3)],
      {
        fps: 2,
        videoFrames: 20,
        startFrame: 0,
      },
    );
    expect(inputs.map(({ frame }) => frame)).toEqual([6]);
    expect(references.map(({ frame }) => frame)).toEqual([6, 7]);
  });

  it("counts frames from the start of the stream and moves turns before it behind its first frame", () => {
    const { references } = streamTurns([turn("assistant", 1), turn("assistant", 10)], {
      fps: 2,
      videoFrames: 40,
      startFrame: 11,
    });
    expect(references.map(({ frame }) => frame)).toEqual([0, 8]);
  });

  it("stops at the end of the video and says how many turns were lost", () => {
    const turns = [turn("assistant", 9), turn("assistant", 9), turn("assistant", 50)];
    const { references, lost } = streamTurns(turns, { fps: 1, videoFrames: 11, startFrame: 0 });
    expect(references.map(({ frame }) => frame)).toEqual([8, 9]);
    expect(lost).toBe(1);
  });

  it("keeps references in rising order inside the stream, whatever the turns", () => {
    const turns = fc.array(
      fc.record({
        role: fc.constantFrom("user" as const, "assistant" as const),
        seconds: fc.double({ min: 0, max: 100, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(
        turns,
        fc.integer({ min: 2, max: 300 }),
        fc.integer({ min: 0, max: 50 }),
        (some, videoFrames, start) => {
          const startFrame = Math.min(start, videoFrames - 2);
          const sorted = some
            .toSorted((a, b) => a.seconds - b.seconds)
            .map(({ role, seconds }) => turn(role, seconds));
          const { inputs, references, frameCount, lost } = streamTurns(sorted, {
            fps: 2,
            videoFrames,
            startFrame,
          });
          for (const [i, { frame }] of references.entries()) {
            expect(frame).toBeGreaterThanOrEqual(0);
            expect(frame).toBeLessThan(frameCount);
            if (i > 0) expect(frame).toBeGreaterThan(references[i - 1]!.frame);
          }
          for (const { frame } of inputs) expect(frame).toBeLessThan(frameCount);
          expect(inputs.length + references.length + lost).toBe(sorted.length);
        },
      ),
    );
  });

  it("takes a video that tells no length to end just after the last turn", () => {
    expect(framesUpTo([turn("user", 1), turn("assistant", 7.9)], 2)).toBe(17);
    expect(framesUpTo([], 2)).toBe(2);
  });

  it("has room for turns that come at one time at the end of a stream whose end nothing tells", () => {
    const { references, frameCount, lost } = streamUpToLast(
      [3, 3, 3].map((seconds) => turn("assistant", seconds)),
      2,
    );
    expect(references.map(({ frame }) => frame)).toEqual([5, 6, 7]);
    expect([frameCount, lost]).toEqual([9, 0]);
    expect(streamUpToLast([turn("user", 1), turn("assistant", 7.9)], 2).frameCount).toBe(17);
    expect(streamUpToLast([], 2).frameCount).toBe(2);
  });
});
