import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import type { Family } from "../../../core/family.ts";
import { defaultTask } from "../../../evaluation/task/default-task.ts";
import { openTask } from "../../../evaluation/task/open-task.ts";
import { multipleChoice } from "../../../families/index.ts";
import { seededRandom } from "../../../math/seeded-random.ts";
import { SplitDuplicates } from "./split-duplicates.ts";

const folder = temporaryFolder();

async function draw(name: string, seed: number, width: number): Promise<void> {
  const random = seededRandom(seed, "picture");
  const pixels = Buffer.from(Array.from({ length: 12 * 9 * 3 }, () => Math.floor(256 * random())));
  await sharp(pixels, { raw: { width: 12, height: 9, channels: 3 } })
    .resize(width)
    .png()
    .toFile(join(folder.path, name));
}

async function compared(
  rows: readonly (readonly [image: string, split: string])[],
  split?: string,
  opens = true,
) {
  const lines = rows.map(([image, own], at) =>
    JSON.stringify({
      id: `q${at}`,
      question: "?",
      choices: ["x", "y"],
      answer: 0,
      image,
      split: own,
    }),
  );
  writeFileSync(join(folder.path, "data.jsonl"), lines.join("\n"));
  const task = openTask(defaultTask(multipleChoice, { data: { path: "data.jsonl", split } }), {
    directory: folder.path,
    families: [multipleChoice as unknown as Family],
    selection: { seed: 1 },
    seed: 1,
    keepsMedia: false,
    onWarning: () => undefined,
  });
  await using _media = task.media;
  const duplicates = new SplitDuplicates(task);
  for await (const batch of task.samples) for (const { sample } of batch) duplicates.add(sample);
  return duplicates.finish(opens ? vi.fn() : undefined);
}

it("finds the same file, and a copy of another size, in two splits", async () => {
  vi.stubEnv("VIDIMUS_CACHE", join(folder.path, "cache"));
  await draw("a.png", 1, 320);
  await draw("copy.png", 1, 160);
  await draw("b.png", 2, 320);
  await draw("c.png", 3, 320);
  const rows = [
    ["a.png", "train"],
    ["b.png", "train"],
    ["b.png", "test"],
    ["copy.png", "test"],
    ["c.png", "test"],
    ["gone.png", "test"],
  ] as const;
  const all = await compared(rows);
  expect(all?.compared).toEqual({ splits: ["train", "test"], files: 4, opened: 3 });
  expect(all?.findings.map(({ message }) => message)).toEqual([
    "1 file is in more than one split: b.png",
    "1 pair of files of two splits show nearly the same at the same moments: a.png (train) and copy.png (test)",
  ]);
  const tested = await compared(rows, "test");
  expect(tested?.findings.map(({ check }) => check)).toEqual(["shared-files", "near-duplicates"]);
  expect(await compared(rows.slice(2))).toBeUndefined();
  expect(
    await compared([
      ["gone.png", "test"],
      ["gone.png", "train"],
    ]),
  ).toMatchObject({ findings: [{ message: "1 file is in more than one split: gone.png" }] });
  const unopened = await compared(rows, undefined, false);
  expect(unopened?.compared).toBeUndefined();
  expect(unopened?.findings.map(({ check }) => check)).toEqual(["shared-files"]);
  vi.unstubAllEnvs();
});
