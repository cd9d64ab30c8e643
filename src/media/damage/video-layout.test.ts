import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { checkFragments } from "../video/mp4/check-fragments.ts";
import { openVideo } from "../video/open-video.ts";
import { aviWarnings } from "./avi-rates.ts";
import { gifWarnings } from "./gif-layout.ts";
import { matroskaWarnings } from "./matroska-layout.ts";
import { timeWarnings } from "./mp4/time-warnings.ts";
import { transportWarnings } from "./transport-sync.ts";

const folder = temporaryFolder();
const videos = {
  mkv: "h264 mkv, B-frames",
  webm: "vp9 webm",
  gif: "gif, variable rate, odd size",
  avi: "mpeg4 avi, B-frames",
  mpegts: "h264 mpegts, B-frames",
  mp4: "h264 mp4, B-frames, GOP 12",
  fragments: "h264 fragmented mp4",
} as const;
type Name = keyof typeof videos;
const whole = (name: Name) => join(folder.path, `whole.${name}`);
beforeAll(() => {
  for (const [name, video] of Object.entries(videos))
    encodeVideo(whole(name as Name), testVideos[video]!);
});

function changed(name: Name, change: (bytes: Buffer) => unknown): string {
  const bytes = readFileSync(whole(name));
  change(bytes);
  return folder.file(`changed.${name}`, bytes);
}

const cluster = Buffer.from("1f43b675", "hex");

describe("elements of Matroska", () => {
  it("follow each other in whole files, and in one whose clusters have no size", async () => {
    expect(await matroskaWarnings(whole("mkv"))).toEqual([]);
    expect(await matroskaWarnings(whole("webm"))).toEqual([]);
    const live = changed("mkv", (bytes) =>
      bytes.fill(0xff, bytes.indexOf(cluster) + 4, bytes.indexOf(cluster) + 5),
    );
    expect(await matroskaWarnings(live)).toEqual([]);
  });

  it("are missed where the first cluster is no more", async () => {
    const at = readFileSync(whole("mkv")).indexOf(cluster);
    const lost = changed("mkv", (bytes) => bytes.fill(0x1e, at, at + 1));
    expect(await matroskaWarnings(lost)).toEqual([
      `what stands at byte ${at} is no part of a Matroska file: parts of it may be missing`,
    ]);
    await using video = await openVideo(lost);
    expect(video.warnings).toEqual([expect.stringContaining("is no part of a Matroska file")]);
  });

  it("may be anything without harm", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 80 }),
        async (bytes) => void (await matroskaWarnings(folder.file("any.mkv", Buffer.from(bytes)))),
      ),
    );
  });

  it("come at the rate that is stated", async () => {
    const scale = Buffer.from("2ad7b1830f4240", "hex");
    const slow = changed("mkv", (bytes) =>
      bytes.writeUIntBE(0x0f0000, bytes.indexOf(scale) + 4, 3),
    );
    await using video = await openVideo(slow);
    expect(video.warnings).toEqual([
      "the header states 25.000 frames a second, 25.431 are there: times may be wrong",
    ]);
  });
});

describe("blocks of a GIF", () => {
  it("follow each other and fill it", async () => {
    expect(await gifWarnings(whole("gif"))).toEqual([]);
  });

  it("are missed where one has lost its name", async () => {
    const extension = Buffer.from([0x21, 0xf9]);
    const at = readFileSync(whole("gif")).lastIndexOf(extension);
    const lost = changed("gif", (bytes) => bytes.fill(0x25, at, at + 1));
    expect(await gifWarnings(lost)).toEqual([
      `what stands at byte ${at} is no part of a GIF: parts of it may be missing`,
    ]);
  });

  it("are smaller than a wrong size", async () => {
    const high = changed("gif", (bytes) => bytes.writeUInt16LE(3000, 8));
    expect(await gifWarnings(high)).toEqual([
      "its size of 175x3000 is not that of its pictures, which reach to 175x97",
    ]);
  });

  it("may be anything without harm", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 13, maxLength: 80 }),
        async (bytes) => void (await gifWarnings(folder.file("any.gif", Buffer.from(bytes)))),
      ),
    );
  });
});

it("the rates that an AVI states agree", async () => {
  expect(await aviWarnings(whole("avi"))).toEqual([]);
  const fast = changed("avi", (bytes) => bytes.writeUInt32LE(1000, bytes.indexOf("vids") + 24));
  expect(await aviWarnings(fast)).toEqual([
    expect.stringMatching(/^the header states 25\.000 and 1000\.000 frames a second/),
  ]);
});

it("packets of a transport stream begin as they should", async () => {
  expect(await transportWarnings(whole("mpegts"))).toEqual([]);
  const hole = changed("mpegts", (bytes) => bytes.fill(0, 188 * 20 + 5, 188 * 23 + 5));
  expect(await transportWarnings(hole)).toEqual([
    "3 packets of the stream do not begin as packets do: parts of it may be missing",
  ]);
  expect(await transportWarnings(whole("gif"))).toEqual([]);
  const length = 204 * 46;
  expect(length % 188).not.toBe(0);
  const cut = folder.file("cut.ts", readFileSync(whole("mpegts")).subarray(0, length));
  expect(await transportWarnings(cut)).toEqual([
    "the file ends in the middle of a packet: its end is missing",
  ]);
  const stamped = Array.from({ length: 9 }, (_, at) => [
    Buffer.alloc(4),
    readFileSync(whole("mpegts")).subarray(188 * at, 188 * at + 188),
  ]);
  expect(
    await transportWarnings(folder.file("stamped.m2ts", Buffer.concat(stamped.flat()))),
  ).toEqual([]);
});

describe("times of an MP4", () => {
  /** The shift of frame number `frame`, one to an entry. */
  const shiftAt = (bytes: Buffer, frame: number) => bytes.indexOf("ctts") + 12 + 8 * frame + 4;

  it("are cut on purpose where two headers agree on where the video ends", async () => {
    const cut = (trackSeconds: number) =>
      changed("mp4", (bytes) => {
        bytes.writeUInt32BE(1000, bytes.indexOf("elst") + 12);
        bytes.writeUInt32BE(1000 * trackSeconds, bytes.indexOf("tkhd") + 24);
      });
    expect(await timeWarnings(cut(1))).toEqual([]);
    expect(await timeWarnings(cut(2.4))).toEqual([expect.stringContaining("times may be wrong")]);
  });

  it("cannot be before the start", async () => {
    const nowhere = changed("mp4", (bytes) => bytes.writeInt32BE(-256, bytes.indexOf("elst") + 16));
    expect(await timeWarnings(nowhere)).toEqual([
      "the edit list makes no sense: frames may be missing, or shown at wrong times",
    ]);
  });

  it("are all shown in a whole file, and where an edit list cuts the start", async () => {
    expect(await timeWarnings(whole("mp4"))).toEqual([]);
    encodeVideo(
      join(folder.path, "cut.mp4"),
      testVideos["h264 mp4, edit list that cuts ten frames"]!,
    );
    expect(await timeWarnings(join(folder.path, "cut.mp4"))).toEqual([]);
  });

  it.each([
    [50_000, "1 of 60 frames come after the end that the edit list states, and count as none"],
    [
      0x7000_0000,
      "the table of the times of its frames makes no sense: frames may be missing, or shown at wrong times",
    ],
  ])("are told where one is moved by %i", async (shift, warning) => {
    const moved = changed("mp4", (bytes) => bytes.writeUInt32BE(shift, shiftAt(bytes, 20)));
    expect(await timeWarnings(moved)).toEqual([warning]);
    await using video = await openVideo(moved, { index: "table" });
    expect(video.warnings).toContain(warning);
  });
});

it.each([
  [
    "a clock that runs ten times as fast",
    (bytes: Buffer) => bytes.writeUInt32BE(160_000, bytes.indexOf("mdhd") + 16),
    "the header states 2.400 s for what is shown and 0.240 s",
  ],
  [
    "other steps than its length asks for",
    (bytes: Buffer) => bytes.writeUInt32BE(512, bytes.indexOf("stts") + 16),
    "the steps between its frames do not add up",
  ],
  [
    "a box of an impossible name",
    (bytes: Buffer) => bytes.write("edt\u007f", bytes.indexOf("edts"), "latin1"),
    "the boxes within its header do not add up",
  ],
  [
    "an edit of another speed",
    (bytes: Buffer) => bytes.writeUInt32BE(0x20000, bytes.indexOf("elst") + 20),
    "the edit list asks for another speed",
  ],
  [
    "an edit list that has lost its name's box",
    (bytes: Buffer) => bytes.writeUInt32BE(0x7fff, bytes.indexOf("elst") - 4),
    "the boxes within its header do not add up",
  ],
])("the header of an MP4 with %s is doubted", async (_, damage, warning) => {
  const path = changed("mp4", damage);
  await using video = await openVideo(path, { index: "table" });
  expect(video.warnings).toContainEqual(expect.stringContaining(warning));
});

describe("fragments", () => {
  it("of whole files, and what is none, are let through", async () => {
    for (const name of ["fragments", "mp4", "gif"] as const) await checkFragments(whole(name));
    await checkFragments(folder.path);
    await checkFragments(join(folder.path, "nothing"));
  });

  it.each([
    ["states", (bytes: Buffer, run: number) => bytes.writeUInt32BE(0x7fff_ffff, run + 8)],
    // The size of the run is then read from what follows, and its number of frames from further on.
    [
      "comes to state by a wrong size",
      (bytes: Buffer, run: number) => bytes.writeUInt32BE(1, run - 4),
    ],
  ])("are refused at once where one %s more frames than there can be", async (_, damage) => {
    const path = changed("fragments", (bytes) => void damage(bytes, bytes.lastIndexOf("trun")));
    await expect(openVideo(path)).rejects.toThrow(
      /a fragment claims \d+ frames: its table is damaged/,
    );
    writeFileSync(path, "");
  });
});
