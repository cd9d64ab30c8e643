import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openVideo } from "../../src/media/video/open-video.ts";
import type { Served } from "../../src/server/serve.ts";
import { encodeVideo, type TestVideo } from "../media/encode-video.ts";
import { readFrameNumber } from "../media/frame-number.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();
let server: Served;

const size = { width: 176, height: 96, ticksPerSecond: 1000, gop: 12 } as const;
const steady = Array.from({ length: 50 }, (_, frame) => frame * 40);
/** Every third frame stays three times as long. */
const uneven = steady.map((_, frame) => frame * 40 + Math.floor(frame / 3) * 80);

const vp9 = { encoder: "libvpx-vp9", encoderOptions: { deadline: "realtime", "cpu-used": "8" } };
const videos: Readonly<Record<string, TestVideo>> = {
  "steady.webm": { ...size, ...vp9, container: "webm", ticks: steady },
  "uneven.webm": { ...size, ...vp9, container: "webm", ticks: uneven },
  // The container writes an edit list for what begins later than 0.
  "late.mp4": { ...size, ...vp9, container: "mp4", ticks: steady.map((tick) => tick + 1000) },
  "old.mp4": { ...size, encoder: "mpeg4", container: "mp4", ticks: steady },
};

beforeAll(async () => {
  for (const [name, video] of Object.entries(videos)) encodeVideo(join(folder.path, name), video);
  server = await viewServer(folder.path);
});
afterAll(async () => server[Symbol.asyncDispose]());

describe.each(Object.keys(videos))("%s in the player", (name) => {
  it("stands still on the very frame that our decoder shows, and knows where playing stopped", async () => {
    const { page, times } = await play(name);
    for (const key of ["Next frame", "Next frame", "Previous frame"])
      await page.getByRole("button", { name: key }).click();
    await expectFrame(page, 1);
    for (const frame of [13, 49, 24]) {
      await page.getByLabel("Frame", { exact: true }).fill(String(frame));
      await expectFrame(page, frame);
      expect((await placeShown(page)).seconds).toBeCloseTo(times[frame]!, 3);
    }
    await page.getByLabel("Frame", { exact: true }).fill("3");
    await page.getByLabel("Speed").selectOption("0.25");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByText(/^frame (?:8|9|\d\d)$/).waitFor();
    const isPlayed = !(await page.locator("canvas").isVisible());
    expect(isPlayed).toBe(name !== "old.mp4");
    await page.getByRole("button", { name: "Pause" }).click();
    const { seconds, frame } = await placeShown(page);
    expect(frame).toBeGreaterThanOrEqual(8);
    await expectFrame(page, frame);
    expect(seconds).toBeCloseTo(times[frame]!, 3);
    if (!isPlayed) return;
    // The picture that the browser itself stopped at: it may have gone on for one more.
    await page.evaluate("document.querySelector('canvas').style.visibility = 'hidden'");
    expect([frame, frame + 1]).toContain(await numberOnScreen(page));
  });
});

async function play(name: string) {
  const path = join(folder.path, name);
  await using video = await openVideo(path);
  const all = await video.times();
  const id = await server.registry.register(path);
  const page = await pages.open(`${server.url}#/media/${id}`);
  await expectFrame(page, 0);
  return { page, times: [...all].map((time) => time - all[0]!) };
}

async function expectFrame(page: Page, frame: number): Promise<void> {
  await page.locator(`canvas[data-frame="${frame}"]`).waitFor();
  expect(await numberOnScreen(page)).toBe(frame);
}

/** The number that the picture on screen carries. */
async function numberOnScreen(page: Page): Promise<number | null> {
  const screen = await page.getByRole("img", { name: "Video" }).screenshot();
  const raw = sharp(screen).removeAlpha().raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  return readFrameNumber(data, info.width, info.height);
}

async function placeShown(
  page: Page,
): Promise<{ readonly seconds: number; readonly frame: number }> {
  const text = await page.getByLabel("Frame", { exact: true }).getAttribute("aria-valuetext");
  const [, minutes, seconds, frame] = /^(\d+):([\d.]+), frame (\d+)/.exec(text ?? "")!;
  return { seconds: Number(minutes) * 60 + Number(seconds), frame: Number(frame) };
}
