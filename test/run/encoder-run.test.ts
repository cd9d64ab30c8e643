import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { MediaEvent, RunEvent } from "../../src/core/run/run-event.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { encodeVideo } from "../media/encode-video.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const manifest = fileURLToPath(new URL("../reference/encoder/clip/manifest.yaml", import.meta.url));
const videos = ["one", "two", "three"];

beforeAll(() => {
  for (const [i, name] of videos.entries())
    encodeVideo(join(folder.path, `${name}.mp4`), {
      encoder: "libx264",
      container: "mp4",
      width: 96,
      height: 64,
      ticks: Array.from({ length: 80 + 40 * i }, (_, tick) => tick),
      ticksPerSecond: 4,
    });
  const row = (video: string, question: string, start: number) =>
    JSON.stringify({
      id: `${video}-${question}`,
      video: `${video}.mp4`,
      question,
      evidence: [{ start, end: start + 5 }],
    });
  folder.file(
    "questions.jsonl",
    videos.flatMap((video) => [row(video, "a red ball", 5), row(video, "a door", 10)]).join("\n"),
  );
  folder.file(
    "run.yaml",
    `name: encoders
tasks:
  - { id: search, family: retrieval, data: { path: questions.jsonl }, options: { scales: [micro] } }
systems:
  - { id: clip, kind: encoder, manifest: ${JSON.stringify(manifest)} }
  - { id: shuffled, kind: shuffled-frames, of: clip }
`,
  );
});

type Printed = Summary & { readonly directory: string };

async function run(...more: readonly string[]): Promise<Printed> {
  const { status, stdout, stderr } = await cli(["run", "run.yaml", "--json", ...more], {
    cwd: folder.path,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Printed;
}

function eventsOf({ directory }: Printed): readonly RunEvent[] {
  return readFileSync(join(directory, "run.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);
}

const cellsOf = ({ tasks }: Printed) => tasks.flatMap(({ systems }) => systems);
const resourcesOf = (printed: Printed) => cellsOf(printed).map(({ resources }) => resources!);
const scoresOf = (printed: Printed) => cellsOf(printed).map(({ metrics }) => metrics);

describe("a run of an encoder", () => {
  it("names the frames that were shown, and decodes none of them for a known embedding", async () => {
    const first = await run();
    const mediaOf = (printed: Printed) =>
      eventsOf(printed).filter((one): one is MediaEvent => one.event === "media");
    const media = mediaOf(first);
    expect(media.some(({ decodeMs }) => decodeMs! > 0)).toBe(true);
    const shown = media.flatMap((one) =>
      one.media.flatMap((look) => ("frames" in look ? look.frames : [])),
    );
    expect(shown.length).toBeGreaterThan(20);
    expect(shown[0]).toMatchObject({ mediaType: "image/x-rgb", width: 32, height: 32 });
    const second = await run("--new");
    expect(second.directory).not.toBe(first.directory);
    expect(scoresOf(second)).toEqual(scoresOf(first));
    const [before, after] = [first, second].map(resourcesOf);
    expect(before![0]!.asks).toBeGreaterThan(20);
    expect(before![0]!.cached).toBeLessThan(before![0]!.asks);
    for (const { asks, cached } of after!) expect(cached).toBe(asks);
    expect(new Set(mediaOf(second).map(({ decodeMs }) => decodeMs))).toEqual(new Set([0]));
  });
});
