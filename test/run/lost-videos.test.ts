import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const frames = Buffer.from(
  tableToIPC(tableFromArrays({ frame: Array.from({ length: 90 }, (_, at) => `${at}`) }), "stream"),
);
const videos = Array.from({ length: 12 }, (_, at) => `P01_${10 + at}`);
const conversations = ["no_talk", "talk_some"].map((user_type) => ({
  user_type,
  conversation: [10, 25, 40].map((time) => ({
    role: "assistant",
    time,
    content: `Now turn part ${time} of it.`,
  })),
}));

/** Three of twelve videos of a ProAssist set are damaged: six of twenty-four streams. */
const damaged = videos.slice(0, 3);

beforeAll(() => {
  folder.file(
    "data/generated_dialogs/val_filtered.json",
    JSON.stringify(videos.map((video_uid) => ({ video_uid, conversations }))),
  );
  for (const video of videos)
    folder.file(
      `data/frames/${video}.arrow`,
      damaged.includes(video) ? frames.subarray(0, 50) : frames,
    );
  folder.file(
    "vidimus.yaml",
    `name: lost
tasks: [{ id: val, family: dialogue, data: { format: proassist-folder, path: data } }]
systems: [{ kind: oracle }, { kind: chance }]
`,
  );
});

describe("videos whose frames are damaged", () => {
  it("are planned, not scored, and lower the coverage of every system, of a run and of its log", async () => {
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd });
    expect(status, stderr).toBe(3);
    const { directory, ...summary } = JSON.parse(stdout);
    expect(summary.shortfalls).toHaveLength(2);
    const [oracle] = summary.tasks[0].systems;
    expect(oracle).toMatchObject({
      n: 18,
      total: 24,
      coverage: 0.75,
      answered: 0.75,
      outcomes: { answered: 18, "media-error": 6 },
    });
    expect(oracle.metrics.F1).toMatchObject({ value: 1, n: 18 });
    expect(oracle.reasons[0]).toMatchObject({
      outcome: "media-error",
      reason: expect.stringContaining(".arrow"),
    });
    expect(stderr).toContain("P01_10: lost: ");
    const rows = readFileSync(join(directory, "samples.csv"), "utf8").match(/media-error/g);
    expect(rows).toHaveLength(12);
    const scored = await cli(["score", directory, "--json"], { cwd });
    expect(JSON.parse(scored.stdout).tasks).toEqual(summary.tasks);
  });

  it("are found by check and sanity", async () => {
    const check = await cli(["check", "vidimus.yaml", "--json"], { cwd });
    expect(check.status, check.stderr).toBe(2);
    expect(JSON.parse(check.stdout).tasks[0].findings).toContainEqual({
      check: "lost-media",
      level: "error",
      count: 6,
      samples: [
        expect.stringContaining("P01_10"),
        expect.stringContaining("P01_10"),
        expect.stringContaining("P01_11"),
      ],
      message: expect.stringContaining("P01_10.arrow"),
    });
    const sanity = await cli(["sanity"], { cwd });
    expect(sanity.status).toBe(100);
    expect(sanity.stdout).toContain("P01_10/no_talk: lost: ");
  });

  it("are counted as done by a dry run, and asked about once they are whole again", async () => {
    const plan = await cli(["run", "--new", "--dry-run", "--json"], { cwd });
    expect(JSON.parse(plan.stdout).plans[0]).toMatchObject({
      samples: 24,
      settled: 6,
      remaining: 18,
    });
    for (const video of damaged) folder.file(`data/frames/${video}.arrow`, frames);
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).tasks[0].systems[0]).toMatchObject({ n: 24, coverage: 1 });
  });
});
