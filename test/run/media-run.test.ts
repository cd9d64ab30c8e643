import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clipQuestions, clipSize, demoClip, drawClip } from "../../src/cli/commands/demo/clips.ts";
import { shownOf } from "../../src/core/run/looks.ts";
import type { MediaEvent, OutcomeEvent } from "../../src/core/run/run-event.ts";
import { writeVideo } from "../../src/media/video/write-video.ts";
import { readLocalRun } from "../../src/store/local-run-store.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const h264 = { encoder: "libx264", container: "mp4", ...clipSize };

function film(folder: string, number: number, name = `clip-${number}.mp4`): string {
  const filmed = join(root.path, `${number}.mp4`);
  if (!existsSync(filmed)) writeVideo(filmed, h264, drawClip(demoClip(number, 7)));
  copyFileSync(filmed, join(folder, "videos", name));
  return name;
}

/** A project with four clips and the questions about them that pixels can answer. */
function project(name: string, more: readonly object[] = []): string {
  const folder = join(root.path, name);
  mkdirSync(join(folder, "videos"), { recursive: true });
  const questions = [0, 1, 2, 3].flatMap((number) =>
    clipQuestions(demoClip(number, 7), film(folder, number), 7).slice(0, 3),
  );
  writeFileSync(
    join(folder, "qa.jsonl"),
    [...questions, ...more].map((question) => JSON.stringify(question)).join("\n"),
  );
  writeFileSync(
    join(folder, "vidimus.yaml"),
    "name: see\ntasks:\n  - { id: qa, family: multiple-choice, data: { path: qa.jsonl, media: videos }, frames: { strategy: uniform, count: 4 } }\nsystems:\n  - { kind: pixels }\n",
  );
  return folder;
}

async function run(
  folder: string,
  ...args: readonly string[]
): Promise<Summary & { directory: string; status: number | null }> {
  const { status, stdout, stderr } = await cli(["run", "--json", ...args], { cwd: folder });
  expect(stdout, stderr).not.toBe("");
  return { ...JSON.parse(stdout), status };
}

async function events(
  directory: string,
): Promise<{ media: MediaEvent[]; outcomes: OutcomeEvent[] }> {
  await using store = await readLocalRun(directory);
  const media: MediaEvent[] = [];
  const outcomes: OutcomeEvent[] = [];
  for await (const event of store.events()) {
    if (event.event === "media") media.push(event);
    if (event.event === "outcome") outcomes.push(event);
  }
  return { media, outcomes };
}

const broken = (id: string, video: string) => ({
  id,
  group: id,
  type: "broken",
  video,
  question: "What colour are the things?",
  choices: ["red", "blue"],
  answer: 0,
});

describe("a run that watches videos", () => {
  it("sees the right frames and says in the log which they were", async () => {
    const folder = project("plain");
    const { directory, tasks, status } = await run(folder);
    expect(status).toBe(0);
    expect(tasks[0]!.systems[0]!.metrics.accuracy!.value).toBe(1);
    const { media } = await events(directory);
    expect(media).toHaveLength(12);
    const shown = shownOf(media.map((event) => event.media)).find(
      ({ path }) => path === "clip-0.mp4",
    );
    expect(shown!.frames.map(({ atSeconds }) => Math.round(atSeconds * 12))).toEqual([
      0, 7, 15, 23,
    ]);
    expect(shown).toMatchObject({
      path: "clip-0.mp4",
      distinct: 4,
      decoder: expect.stringContaining("FFmpeg"),
      source: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(shown!.frames[0]).toMatchObject({
      mediaType: "image/jpeg",
      width: clipSize.width,
      height: clipSize.height,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("makes no answer of a file that is broken, missing or outside its folder, and takes it up again on request", async () => {
    const folder = project("broken", [
      broken("cut", "cut.mp4"),
      broken("text", "text.mp4"),
      broken("none", "none.mp4"),
      broken("out", "../qa.jsonl"),
    ]);
    const whole = readFileSync(join(folder, "videos", "clip-0.mp4"));
    writeFileSync(
      join(folder, "videos", "cut.mp4"),
      whole.subarray(0, Math.floor(whole.length / 3)),
    );
    writeFileSync(join(folder, "videos", "text.mp4"), "this is no video");
    const first = await run(folder);
    const [system] = first.tasks[0]!.systems;
    expect(system!.outcomes).toMatchObject({ answered: 12, "media-error": 4 });
    expect(system!.coverage).toBe(12 / 16);
    expect(system!.metrics.accuracy).toMatchObject({ value: 1, n: 12 });
    expect(system!.metrics.accuracy!.bounds![0]).toBe(12 / 16);
    const reasons = (await events(first.directory)).outcomes.flatMap(({ sample, outcome }) =>
      outcome.kind === "answered" ? [] : [`${sample}: ${outcome.reason}`],
    );
    expect(reasons.find((reason) => reason.startsWith("none"))).toContain("none.mp4 is not there");
    expect(reasons.find((reason) => reason.startsWith("out"))).toContain(
      "outside the media folder",
    );
    expect((await cli(["run", "--set", "minCoverage=0.9"], { cwd: folder })).status).toBe(3);
    const { stdout } = await cli(["run"], { cwd: folder });
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "to try all of them again, add --retry media-error",
    );
    expect(await run(folder, "--retry", "media-error")).toMatchObject({
      directory: first.directory,
    });
    expect((await events(first.directory)).outcomes).toHaveLength(16 + 4);
  });

  it("asks by itself about files that were repaired or came since, and about no other", async () => {
    const folder = project(
      "repaired",
      ["cut", "empty", "none", "text"].map((name) => broken(name, `${name}.mp4`)),
    );
    const whole = readFileSync(join(folder, "videos", "clip-0.mp4"));
    writeFileSync(
      join(folder, "videos", "cut.mp4"),
      whole.subarray(0, Math.floor(whole.length / 3)),
    );
    writeFileSync(join(folder, "videos", "empty.mp4"), "");
    writeFileSync(join(folder, "videos", "text.mp4"), "this is no video");
    const { directory, tasks } = await run(folder);
    expect(tasks[0]!.systems[0]!.outcomes).toMatchObject({ answered: 12, "media-error": 4 });
    await run(folder);
    expect((await events(directory)).outcomes).toHaveLength(16);
    for (const name of ["cut.mp4", "empty.mp4", "none.mp4"]) film(folder, 0, name);
    const again = await run(folder);
    expect(again.directory).toBe(directory);
    expect(again.tasks[0]!.systems[0]!.outcomes).toMatchObject({ answered: 15, "media-error": 1 });
    const { outcomes } = await events(directory);
    expect(outcomes.slice(16).map(({ sample }) => sample)).toEqual(
      expect.arrayContaining(["cut", "empty", "none"]),
    );
    expect(outcomes).toHaveLength(16 + 3);
  });

  it("asks again about a video that changed, and about no other", async () => {
    const folder = project("changed");
    const { directory } = await run(folder);
    writeVideo(join(folder, "videos", "clip-2.mp4"), h264, drawClip(demoClip(5, 7)));
    await run(folder);
    const { outcomes } = await events(directory);
    expect(outcomes).toHaveLength(12 + 3);
    expect(new Set(outcomes.slice(12).map(({ sample }) => sample.split("/")[0]))).toEqual(
      new Set(["clip-03"]),
    );
  });

  it("says of which samples frames were shown with warnings", async () => {
    const folder = project("warned", [broken("short", "short.mp4"), broken("other", "short.mp4")]);
    writeVideo(join(folder, "videos", "short.mp4"), h264, drawClip(demoClip(0, 7)).take(3));
    const { directory, tasks } = await run(folder);
    const warnings = {
      samples: 2,
      kinds: [
        {
          warning: "4 frames, of which 3 different",
          samples: 2,
          examples: [{ path: "short.mp4", sample: "other" }],
        },
      ],
    };
    expect(tasks[0]!.systems[0]!.warnings).toEqual(warnings);
    const again = await run(folder, "--set", "tasks.qa.slices=[type]");
    expect(again.tasks[0]!.systems[0]!.warnings).toEqual(warnings);
    const line = "2 of 14 samples were shown with warnings: 4 frames, of which 3 different (2)";
    expect((await cli(["run"], { cwd: folder })).stdout.replaceAll(/\s+/g, " ")).toContain(line);
    const html = readFileSync(join(directory, "report.html"), "utf8");
    expect(html).toContain(line);
    expect(html).toContain("short.mp4 (other)");
  });

  it("decodes once for all questions and runs: a second run finds every frame in the cache", async () => {
    const folder = project("cached");
    await run(folder);
    const list = JSON.parse(
      (await cli(["cache", "list", "--kind", "frames", "--json"], { cwd: folder })).stdout,
    );
    expect(list.entries).toHaveLength(4);
    rmSync(join(folder, "runs"), { recursive: true });
    const again = await run(folder);
    expect(again.tasks[0]!.systems[0]!.metrics.accuracy!.value).toBe(1);
    expect(
      JSON.parse(
        (await cli(["cache", "list", "--kind", "frames", "--json"], { cwd: folder })).stdout,
      ).entries,
    ).toHaveLength(4);
  });
});

describe("vidimus probe", () => {
  it("looks into files, folders and configurations, and names what is broken", async () => {
    const folder = project("probe", [broken("none", "none.mp4")]);
    writeFileSync(join(folder, "videos", "text.mp4"), "this is no video");
    const all = await cli(["probe", "videos", "--json"], { cwd: folder });
    expect(all.status).toBe(3);
    const { files } = JSON.parse(all.stdout);
    expect(files).toHaveLength(5);
    expect(
      files.find(({ name }: { name: string }) => name.endsWith("clip-1.mp4")).probe,
    ).toMatchObject({
      codec: "h264",
      width: clipSize.width,
      frameCount: { count: clipSize.frames, exact: true },
    });
    expect(files.find(({ name }: { name: string }) => name.endsWith("text.mp4")).problem).toContain(
      "cannot be opened as media",
    );
    const config = await cli(["probe", "vidimus.yaml"], { cwd: folder });
    expect(config.stdout).toMatch(/none\.mp4\s+.*is not there/i);
    expect(config.stdout).toContain("5 files: 4 can be shown, 1 broken");
  });
});

describe("the estimate of frames whose number depends on the video", () => {
  const system =
    '{ id: m, kind: chat, provider: openai-compatible, baseUrl: "http://127.0.0.1:9/v1", model: m }';
  const estimated = async (name: string, frames: string, lost: readonly string[] = []) => {
    const folder = project(name);
    for (const file of lost) writeFileSync(join(folder, "videos", file), "no video");
    const task = `{ id: qa, family: multiple-choice, data: { path: qa.jsonl, media: videos }, frames: ${frames} }`;
    writeFileSync(
      join(folder, "vidimus.yaml"),
      `name: see\ntasks: [${task}]\nsystems: [${system}]\n`,
    );
    const { stdout, stderr } = await cli(["run", "--dry-run", "--json"], { cwd: folder });
    expect(stdout, stderr).not.toBe("");
    return { folder, ...JSON.parse(stdout).plans[0].estimate };
  };

  it("counts every frame of the videos, and those at a rate", async () => {
    const all = await estimated("all frames", "{ strategy: all }");
    expect(all).toMatchObject({ asks: 12, images: 12 * 24 });
    expect(all).not.toHaveProperty("isLeast");
    expect(await estimated("some frames", "{ strategy: fps, rate: 2, max: 1000 }")).toMatchObject({
      images: 12 * 4,
    });
  });

  it("takes a video that nobody can look into to be like the others, and says where none is", async () => {
    expect(await estimated("one lost", "{ strategy: all }", ["clip-0.mp4"])).toMatchObject({
      images: 12 * 24,
    });
    const none = await estimated(
      "all lost",
      "{ strategy: all }",
      [0, 1, 2, 3].map((number) => `clip-${number}.mp4`),
    );
    expect(none).toMatchObject({ images: 12, isLeast: true });
    const told = await cli(["run", "--dry-run"], { cwd: none.folder });
    expect(told.stdout).toContain("images, tokens and cost are at least so many\n");
  });
});
