import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Packet } from "node-av/lib";
import { afterAll, describe, expect, it } from "vitest";
import { encodeVideo, type TestVideo } from "../../../test/media/encode-video.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { openDemuxer } from "./demuxer.ts";
import { TableError } from "./mp4/table-error.ts";
import { indexPackets } from "./packet-index.ts";
import { openPacketReader } from "./packet-reader.ts";
import { openByTable } from "./table-index.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-table-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, video: TestVideo = testVideos[name]!): string {
  const path = join(folder, name.replaceAll(/\W+/g, "-"));
  encodeVideo(path, video);
  return path;
}

describe("a plain MP4 is known by its tables as it is by its packets", () => {
  it.each(
    Object.keys(testVideos).filter(
      (name) => name.includes(" mp4") && !/edit list|fragmented|starts at|mpeg4/.test(name),
    ),
  )("%s", async (name) => {
    const path = write(name);
    const opened = await openByTable(path);
    using demuxer = await openDemuxer(path);
    using _ = opened!.demuxer;
    const { source, endTicks, endByte, places, pts, ...read } = await indexPackets(demuxer);
    const { source: ours, endTicks: end, endByte: _none, pts: ticks, ...table } = opened!.index;
    expect(table).toEqual(read);
    expect([...ticks]).toEqual([...pts]);
    expect([source, ours]).toEqual(["packets", "table"]);
    expect(Math.abs(end - endTicks) * read.tickSeconds).toBeLessThan(0.1);
  });
});

describe("other files are left to be read", () => {
  it.each(
    Object.keys(testVideos).filter(
      (name) => !/ mp4| mov|fragmented/.test(name) || /edit list/.test(name),
    ),
  )("%s", async (name) => {
    expect(await openByTable(write(name))).toBeNull();
  });

  it("a fragmented one", async () => {
    expect(await openByTable(write("h264 fragmented mp4"))).toBeNull();
  });

  it("one that does not say how large its pictures are", async () => {
    expect(await openByTable(write("mpeg4 mp4, B-frames"))).toBeNull();
  });

  it("one that starts late", async () => {
    expect(await openByTable(write("h264 mp4, starts at 1.5 s"))).toBeNull();
  });

  it.each([
    ["no such file", () => join(folder, "nothing")],
    ["an empty file", () => changed(() => Buffer.alloc(0))],
    ["a cut one", () => changed((bytes) => bytes.subarray(0, bytes.length - 100))],
    ["a sample count that is too large", () => changed((bytes) => raise(bytes, "stsz", 12))],
    [
      "a sample that ends beyond the file",
      () => changed((bytes) => raise(bytes, "stsz", 16, 0x7f)),
    ],
    ["a step that is missing", () => changed((bytes) => raise(bytes, "stts", 8))],
    ["an empty list of offsets", () => changed((bytes) => put(bytes, "ctts", 8, 0))],
    ["a key frame that there is not", () => changed((bytes) => raise(bytes, "stss", 12, 0x7f))],
    ["a chunk outside of the file", () => changed((bytes) => raise(bytes, "stco", 12, 0x7f))],
    ["an edit that cuts", () => changed((bytes) => put(bytes, "elst", 8, 10))],
    ["an edit at half speed", () => changed((bytes) => put(bytes, "elst", 16, 0x8000))],
  ])("%s", async (_, path) => {
    expect(await openByTable(path())).toBeNull();
  });
});

it("is found out where the packets are not as the table says", async () => {
  const path = write("h264 mp4, B-frames, GOP 12");
  const { demuxer, index } = (await openByTable(path))!;
  using packet = new Packet();
  packet.alloc();
  const isKey = index.isKey.map((key, at) => (at === 14 ? 1 : key));
  using reader = await openPacketReader(path, { ...index, isKey }, demuxer);
  await reader.start(12, packet);
  expect(reader.next(packet)).toBe(13);
  expect(() => reader.next(packet)).toThrow(TableError);
});

let files = 0;

function changed(change: (bytes: Buffer) => Buffer): string {
  const path = join(folder, `changed-${files++}`);
  writeFileSync(path, change(readFileSync(write("h264 mp4, B-frames, GOP 12"))));
  return path;
}

/** `at` counts from the start of the content of the box: version and flags are 0 to 3. */
function put(bytes: Buffer, box: string, at: number, value: number): Buffer {
  bytes.writeUInt32BE(value, bytes.indexOf(box) + 4 + at);
  return bytes;
}

function raise(bytes: Buffer, box: string, at: number, by = 1): Buffer {
  const place = bytes.indexOf(box) + 4 + at;
  // Only the highest byte of what are addresses and sizes, the lowest of what are counts.
  if (by === 1) bytes.writeUInt32BE(bytes.readUInt32BE(place) + 1, place);
  else bytes[place] = by;
  return bytes;
}
