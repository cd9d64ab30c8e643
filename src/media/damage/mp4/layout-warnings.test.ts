import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeVideo } from "../../../../test/media/encode-video.ts";
import { testVideos } from "../../../../test/media/test-videos.ts";
import { openVideo } from "../../video/open-video.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-layout-"));
const whole = join(folder, "whole.mp4");
beforeAll(() => encodeVideo(whole, testVideos["h264 fragmented mp4"]!));
afterAll(() => rmSync(folder, { recursive: true }));

async function warnings(change: (bytes: Buffer) => Buffer): Promise<readonly string[]> {
  const path = join(folder, "changed.mp4");
  writeFileSync(path, change(readFileSync(whole)));
  await using video = await openVideo(path, { index: "table" });
  return video.warnings;
}

/** Where the header of the last fragment starts. */
const lastMoof = (bytes: Buffer) => bytes.lastIndexOf("moof") - 4;

describe("a fragmented file", () => {
  it("is nothing to warn of when it is whole", async () => {
    expect(await warnings((bytes) => bytes)).toEqual([]);
  });

  it("is known to be cut within the header of a fragment", async () => {
    expect(await warnings((bytes) => bytes.subarray(0, lastMoof(bytes) + 20))).toEqual([
      expect.stringContaining("do not add up"),
    ]);
  });

  it("is known to have lost the table of a fragment", async () => {
    const damaged = (bytes: Buffer) => {
      bytes.write("free", lastMoof(bytes) + 4);
      return bytes;
    };
    expect(await warnings(damaged)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\d+ bytes at the end of the file belong to no frame/),
      ]),
    );
  });
});
