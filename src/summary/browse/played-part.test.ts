import { describe, expect, it } from "vitest";
import { viewOf } from "../../media/looks/frames-wanted.ts";
import { frameAt, frameNearest, playedPart } from "./played-part.ts";

const times = [0, 0.04, 0.08, 0.5, 0.54];
const seconds = 0.58;

describe("the part that is played", () => {
  it.each([
    [undefined, undefined],
    [0, 0.5],
    [0.04, 0.54],
    [0.05, undefined],
    [0.1, 0.2],
    [0.3, 5],
    [0.0400001, 0.0799999],
  ])("has the frames and times of a look at it: %s to %s", (from, to) => {
    const facts = { times: Float64Array.from(times), seconds, framesPerSecond: 25, warnings: [] };
    const look = viewOf({ ...facts, index: "packets" }, { want: {}, from, to });
    const part = playedPart({ times, seconds }, { from, to });
    expect(part.times).toEqual([...look.times]);
    expect([part.offset, part.seconds]).toEqual([look.offset, look.seconds]);
  });

  it("finds frames by time", () => {
    expect([-1, 0, 0.0799999, 0.3, 9].map((at) => frameAt(times, at))).toEqual([0, 0, 2, 2, 4]);
    expect([-1, 0.019, 0.021, 0.3, 9].map((at) => frameNearest(times, at))).toEqual([
      0, 0, 1, 3, 4,
    ]);
  });
});
