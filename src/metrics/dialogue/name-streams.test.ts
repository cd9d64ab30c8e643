import { describe, expect, it } from "vitest";
import { streamKeeper } from "./kept-evidence.ts";
import { nameStreams } from "./name-streams.ts";

const nothing = {
  texts: [],
  pairs: { meanings: [], framesLate: [], labels: [], missedLabels: [] },
  framesPerSecond: 1,
};

function kept(count: number) {
  const keep = streamKeeper();
  return Array.from({ length: count }, () => keep(nothing));
}

describe("the name of a list of streams", () => {
  const streams = kept(6);

  it("is the same for the same streams in the same order, and for no others", () => {
    expect(nameStreams([...streams])).toBe(nameStreams(streams));
    const lists = [
      streams,
      streams.slice(1),
      streams.slice(0, -1),
      streams.toReversed(),
      [streams[0]!, ...streams],
      streams.filter((_, at) => at % 2),
    ];
    const names = lists.map(nameStreams);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(lists.length);
  });

  it("does not exist where streams are kept apart, where there are none, and of a few among many", () => {
    expect(nameStreams([...streams, ...kept(1)])).toBeUndefined();
    expect(nameStreams([])).toBeUndefined();
    expect(nameStreams(kept(9).slice(-2))).toBeUndefined();
  });
});
