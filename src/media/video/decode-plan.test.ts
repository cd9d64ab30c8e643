import { describe, expect, it } from "vitest";
import { keyBefore, packetAt, planStretches } from "./decode-plan.ts";
import type { PacketIndex } from "./packet-index.ts";

/** Packets in the order of decoding: pts, with `k` for key frames and `h` for hidden ones. */
function indexOf(...packets: string[]): PacketIndex {
  const pts = Float64Array.from(packets, (packet) => Number.parseFloat(packet));
  const byPts = Uint32Array.from(pts.keys()).sort((a, b) => pts[a]! - pts[b]!);
  const isHidden = Uint8Array.from(packets, (packet) => (packet.includes("h") ? 1 : 0));
  return {
    pts,
    isKey: Uint8Array.from(packets, (packet) => (packet.includes("k") ? 1 : 0)),
    firstKey: 0,
    isHidden,
    byPts,
    shown: byPts.filter((at) => !isHidden[at]),
    timed: true,
    source: "packets",
    endTicks: 0,
    tickSeconds: 1,
    damaged: 0,
    endByte: 0,
    stopped: null,
  };
}

const closed = indexOf("0k", "2", "1", "3k", "5", "4", "6k", "8", "7");
const open = indexOf("0k", "3", "1", "2", "6k", "4", "5", "9", "7", "8");

describe("keyBefore", () => {
  it.each([
    ["closed groups", closed, 4, 0, 3],
    ["a key frame itself", closed, 3, 0, 3],
    ["one group further back", closed, 4, 1, 0],
    ["further back than there is", closed, 8, 9, 0],
    ["a leading picture of an open group", open, 5, 0, 0],
    ["a picture after the key frame of an open group", open, 7, 0, 4],
  ])("%s", (_, index, frame, back, expected) => {
    expect(keyBefore(index, frame, back)).toBe(expected);
  });
});

describe("planStretches", () => {
  it.each([
    ["frames of one group", closed, [0, 1], [{ from: 0, to: 2, wanted: [0, 1] }]],
    ["the next group goes on", closed, [1, 2, 3], [{ from: 0, to: 3, wanted: [1, 2, 3] }]],
    [
      "a gap is sought",
      closed,
      [0, 7],
      [
        { from: 0, to: 0, wanted: [0] },
        { from: 6, to: 8, wanted: [7] },
      ],
    ],
    [
      "all",
      closed,
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
      [{ from: 0, to: 8, wanted: [0, 1, 2, 3, 4, 5, 6, 7, 8] }],
    ],
    ["leading pictures and what follows", open, [5, 7], [{ from: 0, to: 8, wanted: [5, 7] }]],
    ["none", closed, [], []],
  ])("%s", (_, index, wanted, expected) => {
    expect(planStretches(index, wanted)).toEqual(expected);
  });

  it("starts before hidden packets that a shown one needs", () => {
    expect(planStretches(indexOf("0kh", "1h", "2"), [0])).toEqual([
      { from: 0, to: 2, wanted: [0] },
    ]);
  });
});

it("packetAt finds packets by pts", () => {
  expect([0, 1, 2, 8, 9, -1, 1.5].map((pts) => packetAt(closed, pts))).toEqual([
    0, 2, 1, 7, -1, -1, -1,
  ]);
});
