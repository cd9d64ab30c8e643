import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ArrayRef } from "../../src/core/data/array-ref.ts";
import { arrayFolder } from "../../src/datasets/arrays/array-folder.ts";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { episode } from "../../src/families/episode/index.ts";
import {
  type EpisodeOptions,
  type EpisodeSample,
  episodeOptionsSchema,
} from "../../src/families/episode/schema.ts";
import { episodeTaskIds } from "../../src/families/episode/tasks.ts";
import { type TableOptions, tableWidth, writeEpisodeTable } from "../support/episode-table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
let made = 0;

async function table(options: TableOptions = {}): Promise<string> {
  const path = join(folder.path, `table-${made++}`);
  await writeEpisodeTable(path, options);
  return path;
}

function piecesIn(path: string, given: Partial<EpisodeOptions>) {
  const format = episode.data.formats.find(({ id }) => id === "xperience")!;
  if (format.reads !== "folder") throw new Error("must be a format of folders");
  return format.read(openDataFile(path).folder!, episodeOptionsSchema.parse(given));
}

async function samplesIn(
  path: string,
  given: Partial<EpisodeOptions> = {},
): Promise<readonly EpisodeSample[]> {
  const samples: EpisodeSample[] = [];
  for await (const { read } of piecesIn(path, given)) {
    if (!read.ok) throw new Error(read.reason);
    samples.push(...read.value.map((sample) => episode.data.sample.parse(sample)));
  }
  return samples;
}

async function leftOutIn(path: string, given: Partial<EpisodeOptions>) {
  const found: string[] = [];
  for await (const { where, leftOut } of piecesIn(path, given))
    if (leftOut !== undefined) found.push(`${where}: ${leftOut}`);
  return found;
}

const ofSplit = (samples: readonly EpisodeSample[], split: string) =>
  samples.filter((sample) => sample.split === split);

/** All numbers that a sample is learnt from, as texts. */
async function numbersOf(
  path: string,
  samples: readonly EpisodeSample[],
  given: Partial<EpisodeOptions>,
) {
  await using arrays = arrayFolder(path);
  const learning = episode.asking.learning!;
  const options = episodeOptionsSchema.parse(given);
  const read = async (refs: readonly ArrayRef[]) => {
    const found = [];
    for (const ref of refs) found.push(Array.from((await arrays.read(ref)).values));
    return found;
  };
  const all = [];
  for (const sample of samples) {
    const target = learning.target(sample, options);
    all.push({
      id: sample.id,
      inputs: await read(learning.inputs(sample, options)),
      target: target?.kind === "values" ? await read(target.refs) : target,
    });
  }
  return all;
}

const tableTasks = episodeTaskIds.filter((task) => task !== "structured_answer");

describe("samples of a table", () => {
  it("are split by time after windows without a label were dropped", async () => {
    const path = await table();
    const samples = await samplesIn(path, { compat: true });
    // 80 windows, of which 7, 36 and 65 have no action.
    expect([ofSplit(samples, "train").length, ofSplit(samples, "test").length]).toEqual([54, 23]);
    const last = ofSplit(samples, "train").at(-1)!.windows[0]!.index;
    expect(ofSplit(samples, "test").every(({ windows }) => windows[0]!.index > last)).toBe(true);
  });

  it("round halves to the even neighbour, as Python does", async () => {
    const path = await table({ windows: 15, change: ({ actions }) => actions.fill("pour") });
    // 15 · .7 is 10.5.
    expect(ofSplit(await samplesIn(path, { compat: true }), "train").length).toBe(10);
  });

  it.each(tableTasks)(
    "of %s share no frame with the test where there is an embargo",
    async (task) => {
      const path = await table();
      const samples = await samplesIn(path, { task });
      const [train, test] = [ofSplit(samples, "train"), ofSplit(samples, "test")];
      expect(train.length).toBeGreaterThan(0);
      const read = new Set(
        test.flatMap(({ windows }) =>
          windows.flatMap(({ startFrame, endFrame }) =>
            Array.from({ length: endFrame - startFrame + 1 }, (_, at) => startFrame + at),
          ),
        ),
      );
      for (const { windows } of train)
        for (const { startFrame, endFrame } of windows)
          expect([read.has(startFrame), read.has(endFrame)]).toEqual([false, false]);
      const all = await samplesIn(path, { task, embargo: false });
      const { embargoed = 0 } = train[0]!.set ?? {};
      expect(ofSplit(all, "train").length).toBe(train.length + embargoed);
      expect(embargoed).toBeGreaterThan(0);
      expect(all[0]!.set?.overlapping).toBe(embargoed);
    },
  );

  it("look as far ahead as their target does", async () => {
    const path = await table();
    const embargoed = async (given: Partial<EpisodeOptions>) =>
      (await samplesIn(path, given))[0]!.set!.embargoed;
    expect(await embargoed({ task: "next_action" })).toBe(7);
    expect(await embargoed({ task: "next_action", futureFrames: 40 })).toBe(11);
    expect(await embargoed({ task: "hand_trajectory_forecast" })).toBe(5);
  });

  it("know classes of training only, and under compat those of all rows", async () => {
    const path = await table({
      change: ({ actions }) => actions.splice(75, 5, ...Array<string>(5).fill("serve")),
    });
    const own = await samplesIn(path);
    expect(own[0]!.classes).not.toContain("serve");
    expect(own[0]!.set!.unseen).toEqual(["serve"]);
    expect((await samplesIn(path, { compat: true }))[0]!.classes).toContain("serve");
  });

  it("read the blocks that their task may read", async () => {
    const path = await table();
    const blocksOf = async (given: Partial<EpisodeOptions>) =>
      (await samplesIn(path, given))[0]!.features!.blocks;
    expect(await blocksOf({})).not.toContain("caption_objects_interaction_text");
    expect(await blocksOf({ compat: true })).toContain("caption_objects_interaction_text");
    expect(await blocksOf({ task: "contact_prediction", compat: true })).not.toContain(
      "body_contacts",
    );
    expect(await blocksOf({ blocks: ["video", "audio"] })).toEqual([
      "video_fisheye_cam0",
      "video_stereo_left",
      "audio_fisheye_cam0_aac",
    ]);
    expect(await blocksOf({ blocks: ["language"] })).toEqual(["caption_objects_interaction_text"]);
    expect(await blocksOf({ withoutBlocks: ["video*", "depth", "audio"] })).toEqual([
      "hand_left_joints",
      "hand_right_joints",
      "body_joints",
      "body_contacts",
      "camera_translation",
      "camera_rotation_matrix",
      "imu_accel_gyro",
    ]);
    await expect(samplesIn(path, { blocks: ["smell"] })).rejects.toThrow(
      "no block is left to read",
    );
  });

  it("are grouped by blocks twice as long as what they read", async () => {
    const path = await table();
    const groupsOf = async (given: Partial<EpisodeOptions>) =>
      new Set((await samplesIn(path, given)).map(({ group }) => group)).size;
    // 415 frames: in blocks of 40, of 80 (20 frames ahead) and of 100.
    expect(await groupsOf({ task: "contact_prediction", compat: true })).toBe(10);
    expect(await groupsOf({ task: "next_action", compat: true })).toBe(5);
    expect(await groupsOf({ compat: true, blockFrames: 100 })).toBe(4);
  });

  it("of several episodes are split by episode, and grouped so", async () => {
    const path = join(folder.path, "many");
    for (const name of ["a", "b", "c", "d"])
      await writeEpisodeTable(join(path, name), { windows: 30, seed: name.charCodeAt(0) });
    const tested = (samples: readonly EpisodeSample[]) => [
      ...new Set(ofSplit(samples, "test").map((sample) => sample.episode)),
    ];
    const usual = await samplesIn(path);
    expect(tested(usual)).toEqual(["d"]);
    const chosen = await samplesIn(path, { heldOut: ["a", "c"] });
    expect(tested(chosen)).toEqual(["a", "c"]);
    expect(new Set(ofSplit(chosen, "test").map(({ group }) => group))).toEqual(new Set(["a", "c"]));
    expect(chosen[0]!.set!.embargoed).toBe(0);
    expect(ofSplit(chosen, "test")[0]!.features!.inputs[0]!.path).toBe("a/shared_windows.npz");
    await expect(samplesIn(path, { heldOut: ["z"] })).rejects.toThrow('there is no episode "z"');
  });

  it("say which file lacks what a task needs", async () => {
    const path = await table({ targets: false });
    await expect(samplesIn(path, { task: "contact_prediction" })).rejects.toThrow(
      "targets.csv: no such file",
    );
    await expect(samplesIn(path, { task: "hand_trajectory_forecast" })).rejects.toThrow(
      "targets.npz: has no array hand_forecast",
    );
    const [first] = await samplesIn(path, { task: "next_action" });
    expect(first!.set!.remark).toMatch("nearest to the frame");
  });

  it("say what each kind of folder holds where there is none", async () => {
    const path = join(folder.path, "nothing");
    mkdirSync(path);
    await expect(samplesIn(path)).rejects.toMatchObject({
      message: `${path}: is no episode, no table and no folder of results with timeline_action/predictions.csv`,
      hint: expect.stringMatching(
        /^an episode has annotation\.hdf5 and .* a table has windows\.csv, .* results have <task>\/predictions\.csv/,
      ),
    });
  });

  it("refuse a table whose parts do not fit", async () => {
    const path = await table();
    folder.file(
      join(path.slice(folder.path.length + 1), "feature_manifest.json"),
      JSON.stringify([{ name: "imu", start: 0, end: tableWidth - 1 }]),
    );
    await expect(samplesIn(path)).rejects.toThrow(
      `X has ${tableWidth} columns, but the blocks of feature_manifest.json end at ${tableWidth - 1}`,
    );
  });
});

it("refuses forecasts of other windows", async () => {
  const [path, longer] = [await table({ windows: 30 }), await table({ windows: 31 })];
  copyFileSync(join(longer, "targets.npz"), join(path, "targets.npz"));
  await expect(samplesIn(path, { task: "hand_trajectory_forecast" })).rejects.toThrow(
    'targets.npz: array "hand_forecast" has 31 rows for the 30 windows of windows.csv',
  );
});

describe("the lines of windows.csv", () => {
  const edited = async (edit: (lines: string[]) => readonly string[]) => {
    const path = await table({ windows: 30 });
    const file = join(path, "windows.csv");
    const [header, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, `${[header, ...edit(lines)].join("\n")}\n`);
    return path;
  };

  it.each(tableTasks)("may be in any order: %s", async (task) => {
    const read = async (path: string) =>
      (await samplesIn(path, { task })).map(({ episode: _, group: __, pool, ...rest }) => ({
        ...rest,
        pool: pool?.windows,
      }));
    const other = await edited((lines) => lines.reverse());
    expect(await read(other)).toEqual(await read(await edited((lines) => lines)));
  });

  it.each<[string, (lines: string[]) => readonly string[], string]>([
    [
      "a number twice",
      (lines) => lines.with(4, lines[3]!),
      "windows.csv:6: window_index 3 is that of line 5, too",
    ],
    [
      "a gap, and a number beyond the features",
      (lines) => lines.with(4, lines[4]!.replace(/^4,/, "40,")),
      "windows.csv:7: window_index is 5, but no line has 4",
    ],
    [
      "numbers against the frames",
      (lines) => lines.map((line, at) => (at < 2 ? line.replace(/^\d+/, String(1 - at)) : line)),
      "windows.csv:2: window 1 starts at frame 0, but window 0 at 5",
    ],
  ])("are refused for %s", async (_, edit, message) => {
    await expect(edited(edit).then((path) => samplesIn(path))).rejects.toThrow(message);
  });
});

describe("the lines of targets.csv", () => {
  const edited = async (edit: (lines: string[]) => readonly string[]) => {
    const path = await table({ windows: 30 });
    const file = join(path, "targets.csv");
    const [header, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, `${[header, ...edit(lines)].join("\n")}\n`);
    return path;
  };

  it.each<[string, (lines: string[]) => readonly string[], string]>([
    [
      "a window twice",
      (lines) => [...lines, "4,stir,1,mug"],
      "targets.csv:32: window_index 4 is that of line 6, too",
    ],
    [
      "a window that there is not",
      (lines) => [...lines, "30,stir,1,mug"],
      "targets.csv:32: window_index is 30, but windows.csv ends with 29",
    ],
    [
      "no index",
      (lines) => lines.with(2, lines[2]!.replace(/^2,/, ",")),
      'targets.csv:4: window_index is "", but must be a whole number',
    ],
  ])("are refused for %s", async (_, edit, message) => {
    const path = await edited(edit);
    for (const task of ["next_action", "contact_prediction", "object_relevance"] as const)
      await expect(samplesIn(path, { task })).rejects.toThrow(message);
  });

  it("may be fewer than the windows, which is said", async () => {
    const path = await edited((lines) => lines.slice(0, -3));
    for (const task of ["next_action", "contact_prediction", "object_relevance"] as const)
      expect(await leftOutIn(path, { task })).toEqual([
        "targets.csv: 3 of 30 windows have no row, so that they are no samples",
      ]);
    expect(await leftOutIn(path, { task: "timeline_action" })).toEqual([]);
  });
});

it("refuses a contact that is neither", async () => {
  const words = ["yes", "contact", "0.0", "No_Contact", "", "N/A"];
  const task = "contact_prediction";
  const known = await table({ change: ({ contacts }) => contacts.splice(0, 6, ...words) });
  expect((await samplesIn(known, { task })).slice(0, 5).map(({ truth }) => truth)).toEqual(
    ["contact", "contact", "no_contact", "no_contact", "contact"].map((label) => ({
      kind: "class",
      label,
    })),
  );
  const odd = await table({ change: ({ contacts }) => contacts.splice(3, 1, "maybe") });
  await expect(samplesIn(odd, { task })).rejects.toThrow(
    'targets.csv:5: contact is "maybe", but must be one of 1, 1.0, true, yes, contact or of 0',
  );
});

describe("what is learnt from is bit-identical", () => {
  it.each(tableTasks)("whatever the targets of %s are", async (task) => {
    const path = await table();
    const inputs = async (place: string) =>
      (await numbersOf(place, await samplesIn(place, { task }), { task })).map((one) => one.inputs);
    const other = await table({
      change({ nextActions, contacts, objects, forecasts }) {
        nextActions.reverse();
        contacts.fill("1", 0, 9);
        objects.fill("lid", 0, 9);
        forecasts.fill(7);
      },
    });
    expect(await inputs(other)).toEqual(await inputs(path));
  });

  it.each(tableTasks)(
    "in %s, whatever the test rows and all windows are that share frames with them",
    async (task) => {
      const path = await table();
      const start = Math.min(
        ...ofSplit(await samplesIn(path, { task }), "test").flatMap(({ windows }) =>
          windows.map(({ startFrame }) => startFrame),
        ),
      );
      const isTouched = (index: number) => index * 5 + 19 >= start;
      const other = await table({
        change(content) {
          for (let index = 0; index < 80; index++) {
            if (!isTouched(index)) continue;
            content.features.fill(9, index * tableWidth, (index + 1) * tableWidth);
            content.contacts[index] = "0";
            content.objects[index] = "lid";
            // Where an action begins and ends decides what its progress reads.
            if (task !== "action_phase_progress" && content.actions[index] !== "")
              content.actions[index] = "serve";
          }
          // The next action and the forecast of earlier windows are about these frames, too.
          for (let index = 0; index < 80; index++) {
            if (index * 5 + 39 >= start) content.nextActions[index] = "serve";
            if (index * 5 + 29 >= start) content.forecasts.fill(3, index * 60, (index + 1) * 60);
          }
        },
      });
      const learnt = async (place: string, compat: boolean) => {
        const given = { task, compat };
        return numbersOf(place, ofSplit(await samplesIn(place, given), "train"), given);
      };
      expect(await learnt(other, false)).toEqual(await learnt(path, false));
      expect(await learnt(other, true)).not.toEqual(await learnt(path, true));
    },
  );
});
