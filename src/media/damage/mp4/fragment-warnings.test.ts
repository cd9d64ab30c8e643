import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeVideo } from "../../../../test/media/encode-video.ts";
import { testVideos } from "../../../../test/media/test-videos.ts";
import { openVideo } from "../../video/open-video.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-fragments-"));
const plain = testVideos["h264 fragmented mp4"]!;
const whole = join(folder, "whole.mp4");
beforeAll(() => encodeVideo(whole, plain));
afterAll(() => rmSync(folder, { recursive: true }));

async function warnings(bytes: Buffer): Promise<readonly string[]> {
  const path = join(folder, "changed.mp4");
  writeFileSync(path, bytes);
  await using video = await openVideo(path, { index: "table" });
  return video.warnings;
}

describe("fragmentWarnings", () => {
  it("finds nothing in a whole file of even or uneven steps", async () => {
    expect(await warnings(readFileSync(whole))).toEqual([]);
    const uneven = join(folder, "uneven.mp4");
    encodeVideo(uneven, { ...plain, ticks: testVideos["h264 mkv, variable rate"]!.ticks });
    expect(await warnings(readFileSync(uneven))).toEqual([]);
  });

  it("knows a fragment whose inner boxes do not fit: its frames may be lost", async () => {
    const bytes = readFileSync(whole);
    bytes.writeUInt32BE(0x7fffffff, bytes.indexOf("tfdt") - 4);
    expect(await warnings(bytes)).toContain(
      "the boxes within the headers of 1 of 5 fragments do not add up: frames may be missing",
    );
  });
});
