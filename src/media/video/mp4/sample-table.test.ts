import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeVideo } from "../../../../test/media/encode-video.ts";
import { testVideos } from "../../../../test/media/test-videos.ts";
import { type Moov, readMoov } from "./read-moov.ts";
import { sampleTable } from "./sample-table.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-samples-"));
let moov: Moov;
beforeAll(async () => {
  const path = join(folder, "whole.mp4");
  encodeVideo(path, testVideos["h264 mp4, B-frames, GOP 12"]!);
  moov = (await readMoov(path))!;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("sampleTable", () => {
  it("knows every sample", () => {
    const { pts, isKey, lastDuration } = sampleTable(moov, 1)!;
    expect(pts.toSorted()).toEqual(Int32Array.from({ length: 60 }, (_, at) => at * 640));
    expect([...isKey.entries()].filter(([, key]) => key === 1).map(([at]) => at)).toEqual([
      0, 12, 24, 36, 48,
    ]);
    expect(lastDuration).toBe(640);
  });

  it("knows nothing of a track that is not there", () => {
    expect(sampleTable(moov, 2)).toBeNull();
  });

  it("has a table of as many samples, or none, whatever is changed", () => {
    const change = fc.record({ at: fc.nat(), value: fc.constantFrom(0, 1, 0x7f, 0xff) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const body = Buffer.from(moov.body);
        for (const { at, value } of changes) body[at % body.length] = value;
        const table = sampleTable({ ...moov, body }, 1);
        if (table) expect(table.isKey).toHaveLength(table.pts.length);
      }),
      { numRuns: 500 },
    );
  });

  it("has none of a table that is cut off anywhere", () => {
    for (let length = 0; length < moov.body.length; length += 3)
      expect(sampleTable({ ...moov, body: moov.body.subarray(0, length) }, 1)).toBeNull();
  });
});
