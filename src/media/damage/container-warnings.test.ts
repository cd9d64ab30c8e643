import { describe, expect, it } from "vitest";
import { arrangePackets, type PacketIndex } from "../video/packet-index.ts";
import type { StreamFacts } from "../video/stream-facts.ts";
import { containerWarnings } from "./container-warnings.ts";

const sound: StreamFacts = {
  container: "avi",
  codec: "mjpeg",
  streams: [],
  codedWidth: 16,
  codedHeight: 16,
  orientation: { rotation: 0, mirrored: false },
  isQuarterTurn: true,
  pixelFormat: "yuv420p",
  bitDepth: 8,
  pixelAspect: 1,
  streamSeconds: null,
  containerSeconds: null,
  framesPerSecond: 10,
  frameCount: null,
  fileBytes: 1000,
  hasTrailer: null,
};

function indexAt(times: readonly number[]): PacketIndex {
  const pts = Float64Array.from(times);
  const arranged = arrangePackets({ pts, marks: new Uint8Array(pts.length) });
  return {
    ...arranged,
    source: "packets",
    endTicks: 0,
    tickSeconds: 0.01,
    damaged: 0,
    endByte: 0,
    stopped: null,
  };
}

const even = Array.from({ length: 60 }, (_, at) => at * 10);
const without = (from: number, to: number) => even.filter((_, at) => at < from || at >= to);

describe("the container", () => {
  it.each<[string, Partial<StreamFacts>, readonly string[]]>([
    ["counts as many frames as there are", { frameCount: 60 }, []],
    ["counts fewer", { frameCount: 50 }, []],
    ["counts more", { frameCount: 61 }, ["the header counts 61 frames, 60 are there"]],
    [
      "has an edit list, perhaps, and counts more",
      { frameCount: 61, container: "mov,mp4,m4a,3gp,3g2,mj2" },
      [],
    ],
    ["has a finer clock than frames, and counts its ticks", { frameCount: 600 }, []],
    [
      "has such a clock that goes on",
      { frameCount: 700 },
      ["the header counts 700 frames, 60 are there"],
    ],
    ["is a whole GIF", { hasTrailer: true }, []],
    [
      "is a cut GIF",
      { hasTrailer: false },
      ["the file does not end as a GIF does: its end is missing"],
    ],
  ])("%s", (_, facts, warnings) => {
    expect(containerWarnings({ ...sound, ...facts }, indexAt(even))).toEqual(warnings);
  });
});

describe("the rate that Matroska states", () => {
  it.each<[string, number, readonly number[], string | null]>([
    ["is that of the frames", 10, even, null],
    [
      "is not",
      10.2,
      even,
      "the header states 10.200 frames a second, 10.000 are there: times may be wrong",
    ],
    [
      "is that of rounded ones",
      30,
      Array.from({ length: 60 }, (_, at) => Math.round((at * 100) / 30)),
      null,
    ],
    ["is none of variable ones", 10.5, even.map((time, at) => time + (at % 2) * 6), null],
  ])("%s", (_, framesPerSecond, times, warning) => {
    const found = containerWarnings(
      { ...sound, container: "matroska,webm", framesPerSecond },
      indexAt(times),
    );
    expect(found).toEqual(warning === null ? [] : [warning]);
  });
});

describe("steps between frames", () => {
  it.each<[string, readonly number[], string | null]>([
    ["even", even, null],
    ["even but for rounding", even.map((time, at) => time + (at % 3)), null],
    [
      "one gap",
      without(20, 25),
      "1 of 55 frames do not follow at the usual distance, the first at 2.500 s",
    ],
    [
      "a single frame lost",
      without(30, 31),
      "1 of 59 frames do not follow at the usual distance, the first at 3.100 s",
    ],
    ["two gaps", [...without(20, 25).slice(0, 40), ...even.slice(50)], "2 of 50 frames"],
    [
      "one that comes too soon",
      even.map((time, at) => (at === 9 ? time - 7 : time)),
      "2 of 60 frames",
    ],
    [
      "one a tenth late",
      even.map((time, at) => (at >= 30 ? time + 1 : time)),
      "1 of 60 frames do not follow at the usual distance, the first at 3.010 s",
    ],
    ["variable", even.map((time, at) => time + (at % 2) * 6), null],
    ["too few to tell", [0, 10, 90], null],
  ])("%s", (_, times, warning) => {
    const found = containerWarnings(sound, indexAt(times));
    expect(found).toEqual(warning === null ? [] : [expect.stringContaining(warning)]);
  });
});
