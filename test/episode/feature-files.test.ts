import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BasicType, parquetWriteFile } from "hyparquet-writer";
import { beforeAll, describe, expect, it } from "vitest";
import { arrayFolder } from "../../src/datasets/arrays/array-folder.ts";
import { writeNpz } from "../../src/datasets/arrays/write-npz.ts";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { episodeOptionsSchema } from "../../src/families/episode/schema.ts";
import { tableSamples } from "../../src/families/episode/table/table-samples.ts";
import type { EpisodeTaskId } from "../../src/families/episode/tasks.ts";
import { checkTable } from "../support/check-table.ts";
import { tableWidth, writeEpisodeTable } from "../support/episode-table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const windows = 40;
let features: Float32Array = new Float32Array(0);
beforeAll(() =>
  writeEpisodeTable(join(folder.path, "npz"), {
    windows,
    change: (content) => {
      features = content.features;
    },
  }),
);

const rows = () =>
  Array.from({ length: windows }, (_, row) => [
    ...features.subarray(row * tableWidth, (row + 1) * tableWidth),
  ]);
const indices = Array.from({ length: windows }, (_, index) => index);

/** The same table without its file of features. */
function bare(name: string): string {
  const path = join(folder.path, name);
  rmSync(path, { recursive: true, force: true });
  cpSync(join(folder.path, "npz"), path, { recursive: true });
  rmSync(join(path, "shared_windows.npz"));
  return path;
}

type Columns = readonly {
  readonly name: string;
  readonly type?: BasicType;
  readonly data: unknown[];
}[];

function parquet(path: string, columnData: Columns): void {
  parquetWriteFile({ filename: join(path, "features.parquet"), columnData: [...columnData] });
}

const single = (): Columns =>
  Array.from({ length: tableWidth }, (_, column) => ({
    // A dot in a name is no path.
    name: `block.f${column}`,
    type: "FLOAT" as const,
    data: rows().map((row) => row[column]),
  }));

function csv(path: string, before: readonly string[] = []): void {
  const names = [...before, ...Array.from({ length: tableWidth }, (_, column) => `f${column}`)];
  const lines = rows().map((row, index) => [...before.map(() => index), ...row].join());
  writeFileSync(join(path, "features.csv"), `${[names.join(), ...lines].join("\n")}\n`);
}

/** What heads read of all samples. */
async function numbersOf(path: string, task: EpisodeTaskId) {
  await using arrays = arrayFolder(path);
  const all: unknown[] = [];
  const options = episodeOptionsSchema.parse({ task });
  for await (const { read } of tableSamples(openDataFile(path).folder!, [""], options))
    for (const { id, truth, features: own } of read.ok ? read.value : []) {
      const refs = [...own!.inputs, ...(truth?.kind === "values" ? truth.refs : [])];
      const values = await Promise.all(
        refs.map(async (ref) => Array.from((await arrays.read(ref)).values, Math.fround)),
      );
      all.push({ id, values, label: truth?.kind === "class" ? truth.label : undefined });
    }
  return all;
}

describe("features", () => {
  it.each<[string, (path: string) => void | Promise<void>]>([
    ["Parquet, a column for each", (path) => parquet(path, single())],
    [
      "Parquet with the windows before them",
      (path) =>
        parquet(path, [
          { name: "window_index", type: "INT32", data: indices },
          { name: "start_frame", type: "INT32", data: indices.map((index) => index * 5) },
          ...single(),
        ]),
    ],
    [
      "Parquet with a list for each window",
      (path) =>
        parquet(path, [
          { name: "window_index", type: "INT32", data: indices },
          { name: "features", data: rows() },
        ]),
    ],
    ["CSV", (path) => csv(path)],
    ["CSV with the windows before them", (path) => csv(path, ["window_index"])],
    [
      "an archive of another name",
      (path) =>
        writeNpz(join(path, "features.npz"), {
          X: { shape: [windows, tableWidth], values: features },
        }),
    ],
  ])("may be in %s", async (name, write) => {
    const path = bare(name);
    await write(path);
    for (const task of [
      "timeline_action",
      "modality_reconstruction",
      "body_motion_intensity",
    ] as const)
      expect(await numbersOf(path, task)).toEqual(await numbersOf(join(folder.path, "npz"), task));
  });

  it.each<[string, (path: string) => void | Promise<void>, string]>([
    [
      "rows that are missing",
      (path) =>
        parquet(
          path,
          single().map(({ data, ...rest }) => ({ ...rest, data: data.slice(1) })),
        ),
      `features.parquet: has ${windows - 1} rows of features for the ${windows} windows of windows.csv`,
    ],
    [
      "lines that are missing",
      (path) => {
        csv(path);
        const file = join(path, "features.csv");
        writeFileSync(file, readFileSync(file, "utf8").split("\n").slice(0, -3).join("\n"));
      },
      `features.csv: has ${windows - 2} rows of features for the ${windows} windows`,
    ],
    [
      "another order",
      (path) =>
        parquet(path, [
          { name: "window_index", type: "INT32", data: indices.toReversed() },
          ...single(),
        ]),
      "features.parquet: window_index of row 0 (counted from 0) is 39, but windows.csv has 0 for window 0",
    ],
    [
      "a column of something else",
      (path) => parquet(path, [{ name: "score", type: "FLOAT", data: indices }, ...single()]),
      `features.parquet: it has ${tableWidth + 1} columns, but the blocks of feature_manifest.json end at ${tableWidth}`,
    ],
    [
      "lists that are too short",
      (path) => parquet(path, [{ name: "X", data: rows().map((row) => row.slice(1)) }]),
      `features.parquet: X has ${tableWidth - 1} columns`,
    ],
    [
      "a cube",
      (path) =>
        writeNpz(join(path, "features.npz"), {
          X: { shape: [windows, tableWidth, 1], values: features },
        }),
      `features.npz: X has the shape (${windows}, ${tableWidth}, 1), but (windows, features) is needed`,
    ],
    [
      "those of another episode",
      (path) =>
        writeNpz(join(path, "shared_windows.npz"), {
          X: { shape: [windows, tableWidth], values: features },
          starts: { values: Int32Array.from(indices, (index) => index * 10) },
        }),
      "shared_windows.npz: starts of row 1 (counted from 0) is 10, but windows.csv has 5 for window 1",
    ],
    [
      "a field that is no number",
      (path) => {
        csv(path);
        const file = join(path, "features.csv");
        const lines = readFileSync(file, "utf8").split("\n");
        writeFileSync(file, lines.with(4, lines[4]!.replace(/^[^,]+/, "?")).join("\n"));
      },
      'features.csv: line 5: "?" in the column "f0" is no number',
    ],
  ])("are refused for %s", async (name, write, message) => {
    const path = bare(name);
    await write(path);
    const { errors } = await checkTable(path, "timeline_action");
    expect(errors).toEqual([expect.stringContaining(message)]);
  });

  it("are named by file, array, row and column where they are not finite", async () => {
    const path = join(folder.path, "holes");
    await writeEpisodeTable(path, {
      windows,
      change({ features: own, forecasts }) {
        own[6 * tableWidth + 4] = Number.NaN;
        own[7 * tableWidth + 4] = -Infinity;
        forecasts[3 * 60 + 7] = Infinity;
      },
    });
    const holes = 'shared_windows.npz: array "X", row 6, column 4 (counted from 0) is NaN';
    expect((await checkTable(path, "timeline_action")).errors).toEqual([holes]);
    expect((await checkTable(path, "hand_trajectory_forecast")).errors).toEqual([
      'targets.npz: array "hand_forecast", row 3, column 7 (counted from 0) is Infinity',
      holes,
    ]);
  });

  it("need be finite only where a task reads them", async () => {
    const path = join(folder.path, "caption");
    await writeEpisodeTable(path, {
      windows,
      change: ({ features: own }) => own.fill(Number.NaN, 10 * tableWidth - 1, 10 * tableWidth),
    });
    expect((await checkTable(path, "timeline_action")).errors).toEqual([]);
    expect((await checkTable(path, "caption_grounding")).errors).toEqual([
      `shared_windows.npz: array "X", row 9, column ${tableWidth - 1} (counted from 0) is NaN`,
    ]);
  });

  it("are refused as a target of a test window, too", async () => {
    const path = join(folder.path, "target");
    mkdirSync(path);
    await writeEpisodeTable(path, {
      windows,
      change: ({ forecasts }) => forecasts.fill(Number.NaN, 37 * 60 + 2, 38 * 60),
    });
    expect((await checkTable(path, "hand_trajectory_forecast")).errors).toEqual([
      expect.stringMatching(
        /^sample "37": targets\.npz: array "hand_forecast", row 37, column 2 \(counted from 0\) is NaN/,
      ),
    ]);
  });
});
