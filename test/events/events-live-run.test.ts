import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeVideo } from "../../src/media/video/write-video.ts";
import { evaluate, type RunDocument } from "../../src/public/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const size = { width: 16, height: 16, framesPerSecond: 1 };
/** How long the service thinks about a frame, in milliseconds. */
const thinksMs = 120;
const speed = 20;

interface Sent {
  readonly session: string;
  readonly nowSeconds?: number;
  readonly frames?: readonly { readonly data: string }[];
}
const sent: Sent[] = [];
let [thinking, mostAtOnce] = [0, 0];

/** A detector that raises an alarm about the frame at 3 s, a known time after it came. */
const server = createServer(async (request, response) => {
  const step = JSON.parse(await text(request)) as Sent;
  sent.push(step);
  thinking++;
  mostAtOnce = Math.max(mostAtOnce, thinking);
  if (request.url === "/slow") await new Promise((resolve) => setTimeout(resolve, thinksMs));
  thinking--;
  const fall = { type: "fall", startSeconds: 3, endSeconds: 5, confidence: 0.9 };
  const body = { alerts: step.nowSeconds === 3 ? [fall] : [] };
  if (request.url === "/broken" && step.nowSeconds === 4) response.writeHead(503);
  response.end(JSON.stringify(body));
});
let base = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  mkdirSync(join(folder.path, "videos"));
  writeVideo(
    join(folder.path, "videos", "grey.mp4"),
    { encoder: "libx264", container: "mp4", ...size },
    Array.from({ length: 8 }, () => new Uint8Array(3 * size.width * size.height).fill(128)),
  );
  const rows = ["a", "b"].map((id) => ({
    id,
    group: id,
    video: "grey.mp4",
    duration: 8,
    events: [{ type: "fall", start: 3, end: 5 }],
  }));
  folder.file("events.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
});
afterAll(() => server.close());

const run = async (name: string, path: string, live?: object) =>
  (await evaluate({
    name,
    output: join(folder.path, "runs"),
    tasks: [
      {
        id: "watch",
        family: "event-detection",
        data: { path: join(folder.path, "events.jsonl"), media: join(folder.path, "videos") },
        frames: { strategy: "fps", rate: 1, max: 100 },
      },
    ],
    systems: [
      {
        id: "detector",
        kind: "service",
        url: `${base}${path}`,
        stream: true,
        ...(live ? { live } : {}),
      },
    ],
    retries: { attempts: 1, waitMs: 1 },
    resources: { everyMs: 0 },
  })) as RunDocument;

const scoresOf = (document: RunDocument) => document.tasks[0]!.systems[0]!.metrics;

describe("a live service", () => {
  it("is sent frames as time passes, and its alerts are as late as it is", async () => {
    sent.length = 0;
    const document = await run("live", "/slow", { speed });
    const { "event-f1-macro": f1, "latency-p50": p50, "latency-p95": p95 } = scoresOf(document);
    expect(f1!.value).toBe(1);
    // Timers may be a millisecond early; how late they are is not asserted.
    expect(p50!.value).toBeGreaterThan((thinksMs - 2) / 1_000);
    expect(p95!.value).toBeGreaterThanOrEqual(p50!.value!);
    const steps = sent.filter(({ nowSeconds }) => nowSeconds !== undefined);
    expect(steps).toHaveLength(16);
    expect(steps.every(({ frames }) => frames?.[0]?.data)).toBe(true);
    expect(new Set(sent.map(({ session }) => session)).size).toBe(2);
    // Frames come every 50 ms of a service that takes 120: it is not waited for.
    expect(mostAtOnce).toBeGreaterThan(2);
  });

  it("answers at once where it is not live", async () => {
    const { "latency-p50": p50 } = scoresOf(await run("not-live", "/slow"));
    expect(p50!.value).toBe(0);
  });

  it("fails a stream of which a frame was not answered", async () => {
    const document = await run("broken", "/broken", { speed: 1_000 });
    const { outcomes, reasons } = document.tasks[0]!.systems[0]!;
    expect(outcomes.failed).toBe(2);
    expect(reasons[0]!.reason).toContain("a frame of a live stream was not answered");
  });

  it.each([
    [{ live: { speed: 0 } }, "speed"],
    [{ live: {}, stream: false }, "stream: true"],
  ])("refuses %j", async (settings, message) => {
    const config = { id: "d", kind: "service", url: base, stream: true, ...settings };
    const error = await evaluate({
      name: "refused",
      output: join(folder.path, "runs"),
      tasks: [
        {
          id: "watch",
          family: "event-detection",
          data: { path: join(folder.path, "events.jsonl"), media: "none" },
        },
      ],
      systems: [config],
    }).catch((reason: unknown) => reason);
    expect(`${(error as Error).message} ${(error as { hint?: string }).hint}`).toContain(message);
  });
});
