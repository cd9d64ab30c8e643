import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { checkTable } from "../support/check-table.ts";
import { writeEpisodeTable } from "../support/episode-table.ts";
import "../support/property-seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const whole = join(folder.path, "whole");
/** Of the same sizes but one: windows, and columns of a forecast. */
const other = join(folder.path, "other");
beforeAll(async () => {
  await writeEpisodeTable(whole, { windows: 24 });
  await writeEpisodeTable(other, { windows: 27, seed: 2 });
});

const files = [
  "shared_windows.npz",
  "windows.csv",
  "feature_manifest.json",
  "targets.csv",
  "targets.npz",
] as const;
type TableFile = (typeof files)[number];

/** Between them they read every file, and every array that systems learn from. */
const tasks = ["timeline_action", "object_relevance", "hand_trajectory_forecast"] as const;

interface Damage {
  readonly file: TableFile;
  readonly what: string;
  readonly bytes: Buffer;
}

const bytesOf = (file: TableFile, from = whole) => readFileSync(join(from, file));

/** At the latest before the last line: what is left of a line may look like a whole one. */
const cut = fc
  .record({ file: fc.constantFrom(...files), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ file, share }): Damage => {
    const bytes = bytesOf(file);
    const end = file.endsWith(".csv") ? bytes.lastIndexOf("\n", -2) : bytes.length - 1;
    const length = Math.floor(share * end);
    return { file, what: `cut to ${length} bytes`, bytes: bytes.subarray(0, length) };
  });

const exchanged = fc
  .tuple(fc.constantFrom(...files), fc.constantFrom(...files), fc.boolean())
  .filter(([file, by, isOther]) => isOther || file !== by)
  // Both tables have the same blocks.
  .filter(([file, by]) => file !== "feature_manifest.json" || by !== file)
  .map(
    ([file, by, isOther]): Damage => ({
      file,
      what: `exchanged for ${by}${isOther ? " of another table" : ""}`,
      bytes: bytesOf(by, isOther ? other : whole),
    }),
  );

/** Types of as many signs: of texts, bytes, objects, moments and complex numbers. */
const retyped = fc
  .tuple(
    fc.constantFrom("shared_windows.npz", "targets.npz"),
    fc.constantFrom("<U1", "|S4", "|O4", "<M8", "<c8", "<q4", "   "),
  )
  .map(([file, type]): Damage => {
    const bytes = bytesOf(file as TableFile);
    bytes.write(type, bytes.indexOf("<f4"), "latin1");
    return { file: file as TableFile, what: `retyped to ${type}`, bytes };
  });

const reshaped = fc
  .tuple(
    fc.constantFrom("shared_windows.npz", "targets.npz"),
    fc.constantFrom("(99,", "(0, ", "(-1,", "(1e9", "(2, ", "(),  "),
  )
  .map(([file, start]): Damage => {
    const bytes = bytesOf(file as TableFile);
    bytes.write(start, bytes.indexOf("(24,"), "latin1");
    return { file: file as TableFile, what: `with the shape ${start}`, bytes };
  });

const edited = fc
  .tuple(fc.constantFrom("windows.csv", "targets.csv"), fc.nat(22), fc.nat(3))
  .map(([file, at, how]): Damage => {
    const lines = bytesOf(file as TableFile)
      .toString()
      .trimEnd()
      .split("\n");
    const line = lines[at + 1]!;
    const changes = [
      () => lines.toSpliced(at + 1, 1),
      () => lines.toSpliced(at + 1, 0, line),
      () => lines.with(at + 1, line.replace(/^\d+/, "x")),
      () => lines.with(at + 1, `${line},1,2`),
    ];
    return {
      file: file as TableFile,
      what: `line ${at + 2} changed by ${how}`,
      bytes: Buffer.from(`${changes[how]!().join("\n")}\n`),
    };
  });

const names = new RegExp(files.map((file) => file.replace(".", "\\.")).join("|"));

it("refuses or warns of tables that are damaged in any way, naming a file", async () => {
  const path = join(folder.path, "damaged");
  for (const task of tasks)
    expect(await checkTable(whole, task)).toMatchObject({
      errors: [],
      samples: expect.any(Number),
    });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(cut, exchanged, retyped, reshaped, edited),
      async ({ file, what, bytes }) => {
        rmSync(path, { recursive: true, force: true });
        cpSync(whole, path, { recursive: true });
        writeFileSync(join(path, file), bytes);
        const said: string[] = [];
        for (const task of tasks) {
          const { errors, warnings } = await checkTable(path, task);
          said.push(...errors, ...warnings.filter((text) => text.includes("left out")));
          for (const error of errors) expect(error, `${file} ${what}`).toMatch(names);
        }
        expect(said.length, `${file} ${what}`).toBeGreaterThan(0);
      },
    ),
    { numRuns: Number(process.env.VIDIMUS_PROPERTY_RUNS ?? 60) },
  );
});

it.each([99, 100, 125])("refuses forecasts of %i numbers: no whole frames", async (numbers) => {
  const path = join(folder.path, `forecast-${numbers}`);
  await writeEpisodeTable(path, { windows: 24, forecastNumbers: numbers });
  const { errors } = await checkTable(path, "hand_trajectory_forecast");
  expect(errors).toEqual([
    expect.stringMatching(
      `^targets.npz: array "hand_forecast": ${numbers} numbers are not whole frames of joints`,
    ),
  ]);
});

it.each([126, 252, 1260])("takes forecasts of %i numbers: whole frames", async (numbers) => {
  const path = join(folder.path, `forecast-${numbers}`);
  await writeEpisodeTable(path, { windows: 24, forecastNumbers: numbers });
  expect(await checkTable(path, "hand_trajectory_forecast")).toMatchObject({ errors: [] });
});
