import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { readFrameNumber } from "../../../test/media/frame-number.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { openVideo, type Video } from "./open-video.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-video-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function numbers(video: Video, indices: readonly number[]): Promise<(number | null)[]> {
  const found: (number | null)[] = [];
  for await (const { rgb, width, height } of video.frames(indices))
    found.push(readFrameNumber(rgb, width, height));
  return found;
}

/** First, last, middle, all, and several spreads that cross key frames in different ways. */
function indexSets(count: number): number[][] {
  const all = Array.from({ length: count }, (_, at) => at);
  const spreads = [3, 7, 11, 17].map((step) =>
    all.filter((at) => (at * 5 + step) % step === step - 1),
  );
  return [
    all,
    [0],
    [count - 1],
    [count >> 1],
    [0, count - 1],
    all.filter((at) => at >= count - 4),
    ...spreads,
  ].map((set) => [...new Set(set)]);
}

describe.each(Object.entries(testVideos))("%s", (name, wanted) => {
  const path = join(folder, name.replaceAll(/\W+/g, "-"));
  const firstShown = wanted.firstShown ?? 0;
  const shownTicks = wanted.ticks.slice(firstShown);
  beforeAll(() => encodeVideo(path, wanted));

  it.each(["packets", "table"] as const)(
    "has the times that were written, by its %s",
    async (index) => {
      await using video = await openVideo(path, { index });
      const times = await video.times();
      expect(times).toHaveLength(shownTicks.length);
      for (const [at, tick] of shownTicks.entries())
        expect(times[at]).toBeCloseTo(tick / wanted.ticksPerSecond + (wanted.shiftSeconds ?? 0), 6);
    },
  );

  it.each([
    [1, "packets"],
    [2, "packets"],
    [1, "table"],
  ] as const)("gives the right frames with %i threads by its %s", async (threads, index) => {
    await using video = await openVideo(path, { threads, index });
    for (const set of indexSets(shownTicks.length)) {
      expect(await numbers(video, set)).toEqual(set.map((at) => at + firstShown));
    }
  });

  it("is probed rightly", async () => {
    await using video = await openVideo(path);
    const probe = await video.probe();
    const sideways = wanted.rotation === 90 || wanted.rotation === 270;
    expect(probe).toMatchObject({
      width: sideways ? wanted.height : wanted.width,
      height: sideways ? wanted.width : wanted.height,
      rotation: wanted.rotation ?? 0,
      mirrored: false,
      bitDepth: wanted.bitDepth ?? 8,
      isVariableRate: wanted.isVariableRate ?? false,
      frameCount: { count: shownTicks.length, exact: true },
      streams: [{ kind: "video", codec: probe.codec }],
    });
    const span = (shownTicks.at(-1)! - shownTicks[0]!) / wanted.ticksPerSecond;
    expect(probe.durationSeconds).toBeGreaterThanOrEqual(span);
    expect(probe.durationSeconds).toBeLessThan(span + 0.3);
    expect(probe.warnings.filter((warning) => !warning.includes("decoded to find them"))).toEqual(
      [],
    );
  });
});
