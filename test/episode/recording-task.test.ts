import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { writeEpisode } from "../../src/cli/commands/demo/episode/write-episode.ts";
import type { PlannedSample } from "../../src/core/data/dataset.ts";
import type { Family } from "../../src/core/family.ts";
import { withSignals } from "../../src/evaluation/cell/read-signals.ts";
import { defaultTask } from "../../src/evaluation/task/default-task.ts";
import { folderTasks } from "../../src/evaluation/task/folder-tasks.ts";
import { openTask } from "../../src/evaluation/task/open-task.ts";
import { families } from "../../src/families/index.ts";
import type { SystemSummary } from "../../src/summary/system-summary.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-recording-task-"));
vi.stubEnv("VIDIMUS_CACHE", join(folder, "cache"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const family: Family = (families as readonly Family[]).find(({ data }) =>
  data.formats.some((format) => format.reads === "folder" && format.derivation),
)!;

async function opened(task: string) {
  const warnings: string[] = [];
  const config = defaultTask(family, {
    data: { path: join(folder, "coffee") },
    format: "xperience",
    options: { task },
  });
  await using stack = new AsyncDisposableStack();
  const one = openTask(config, {
    directory: folder,
    families: [family],
    selection: { seed: 7 },
    seed: 7,
    onWarning: (message) => warnings.push(message),
  });
  stack.use(one.arrays);
  const samples: PlannedSample[] = [];
  for await (const batch of one.all) samples.push(...batch);
  const files = Object.keys(await one.facts());
  return { task: one, samples, warnings, files, root: one.folder() };
}

it("puts tasks to a recording as if it were a table", async () => {
  await writeEpisode(join(folder, "coffee"), { frames: 120, cameras: ["fisheye_cam0"] });
  const actions = await opened("timeline_action");
  expect(actions.samples.length).toBeGreaterThan(10);
  expect(actions.samples[0]!.sample).toMatchObject({ episode: "coffee", truth: { kind: "class" } });
  expect(actions.files).toEqual([
    join(folder, "coffee", "annotation.hdf5"),
    join(folder, "coffee", "fisheye_cam0.mp4"),
  ]);
  expect(actions.root).toContain(join(folder, "cache", "tables"));
  const left = actions.warnings.filter((warning) => warning.includes("left out"));
  expect(left).toHaveLength(1);
  expect(left[0]!.match(/video_\w+/g)).toHaveLength(5);
  const hands = await opened("hand_trajectory_forecast");
  expect(hands.samples.find(({ sample }) => sample.split === "test")?.sample).toMatchObject({
    truth: { kind: "values", values: expect.stringMatching(/^[\w+/=]{6720}$/) },
  });
});

it("shows mistakes beside what the sensors measured around them", async () => {
  const { task, samples } = await opened("timeline_action");
  const { sample } = samples.find((one) => one.sample.split === "test")!;
  const view = family.display.view(sample, { label: "sleep" }, {} as never);
  const failure = { sample: sample.id, errorClass: "wrong", outcome: "answered", view };
  await using arrays = task.arrays;
  const read = await withSignals({ failures: [failure] } as unknown as SystemSummary, {
    arrays,
    isShared: true,
  });
  const lanes = read.failures[0]!.view.blocks.flatMap((block) =>
    block.kind === "timeline" ? block.lanes.filter(({ signal }) => signal) : [],
  );
  expect(lanes.map(({ label }) => label)).toEqual([
    "hand speed",
    "body speed",
    "contacts",
    "acceleration",
    "sound",
    "picture change",
  ]);
  for (const { signal } of lanes) {
    expect(signal!.values!.length).toBeGreaterThan(10);
    expect(signal!.values!.some((value) => value! > 0)).toBe(true);
    expect(signal!.values!.every((value) => value! >= 0)).toBe(true);
  }
});

it.each(["one", ""])(
  "asks all tasks of the suite of a recording, and of a folder of them",
  async (name) => {
    const place = join(folder, "listed");
    mkdirSync(join(place, "one"), { recursive: true });
    writeFileSync(join(place, "one", "annotation.hdf5"), "");
    const config = defaultTask(family, { data: { path: join(place, name) }, format: "xperience" });
    const tasks = await folderTasks(config, { family, given: new Set(), directory: folder });
    expect(tasks).toHaveLength(12);
  },
);
