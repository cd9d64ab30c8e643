import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { Packet } from "node-av/lib";
import { afterAll, describe, expect, it } from "vitest";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { openDemuxer } from "./demuxer.ts";
import { h264FrameNumbers } from "./h264-frame-numbers.ts";
import { nalFormat } from "./nal-damage.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-numbers-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function stream(name: string) {
  const path = join(folder, name.replaceAll(/\W+/g, "-"));
  encodeVideo(path, testVideos[name]!);
  using demuxer = await openDemuxer(path);
  const packets: Buffer[] = [];
  using packet = new Packet();
  packet.alloc();
  for (; demuxer.read(packet) === "packet"; packet.unref()) packets.push(Buffer.from(packet.data!));
  const header = Buffer.from(demuxer.stream.codecpar.extradata!);
  return { header, packets, format: nalFormat("h264", header) };
}

const names = Object.keys(testVideos).filter((name) => name.startsWith("h264") && !name.includes("600"));

describe("h264FrameNumbers", () => {
  it.each(names)("finds no gap in a whole video: %s", async (name) => {
    const { header, packets, format } = await stream(name);
    const numbers = h264FrameNumbers(header, format)!;
    expect(packets.filter((packet) => numbers.isGapBefore(packet))).toEqual([]);
  });

  it("finds a picture that was left out, or is marked as of no use to others", async () => {
    const { header, packets, format } = await stream("h264 mp4, B-frames, GOP 12");
    const gaps = (given: readonly Buffer[]) => {
      const numbers = h264FrameNumbers(header, format)!;
      return given.filter((packet) => numbers.isGapBefore(packet)).length;
    };
    const referredTo = packets.findIndex((packet, at) => at > 0 && packet[4] === 0x41);
    expect(gaps(packets.toSpliced(referredTo, 1))).toBe(1);
    const marked = packets.map((packet, at) => (at === referredTo ? Buffer.from(packet.with(4, 0x01)) : packet));
    expect(gaps(marked)).toBe(1);
  });

  it("starts afresh elsewhere", async () => {
    const { header, packets, format } = await stream("h264 mp4, open GOP");
    const numbers = h264FrameNumbers(header, format)!;
    packets.slice(0, 3).map((packet) => numbers.isGapBefore(packet));
    numbers.reset();
    expect(packets.slice(17).filter((packet) => numbers.isGapBefore(packet))).toEqual([]);
  });

  it("reads anything without harm", () => {
    const bytes = fc.uint8Array({ maxLength: 80 });
    fc.assert(
      fc.property(bytes, bytes, fc.constantFrom(1, 2, 4, null), (header, packet, lengthBytes) => {
        h264FrameNumbers(Uint8Array.from([1, 100, 0, 30, 255, 225, ...header]), { codec: "h264", lengthBytes })?.isGapBefore(packet);
      }),
    );
  });
});
