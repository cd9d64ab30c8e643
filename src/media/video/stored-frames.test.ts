import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Binary, Field, Schema, Table, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openStoredFrames } from "./stored-frames.ts";

const folder = temporaryFolder();

/** A picture of one grey. */
const grey = (level: number) =>
  sharp({
    create: { width: 8, height: 6, channels: 3, background: { r: level, g: level, b: level } },
  })
    .jpeg()
    .toBuffer();

async function stored(name: string, levels: readonly number[], column = "frame"): Promise<string> {
  const pictures = await Promise.all(
    levels.map(async (level) => (await grey(level)).toString("base64")),
  );
  return written(name, new Table({ [column]: vectorFromArray(pictures, new Utf8()) }));
}

function written(name: string, table: Table): string {
  const path = join(folder.path, name);
  writeFileSync(path, tableToIPC(table, "stream"));
  return path;
}

async function levelsOf(path: string, indices: readonly number[]) {
  await using video = await openStoredFrames(path, 2);
  const seen: [number, number, number][] = [];
  for await (const { index, atSeconds, rgb } of video.frames(indices))
    seen.push([index, atSeconds, rgb[0]!]);
  return seen;
}

describe("frames that an Arrow file stores", () => {
  it("are shown in the order of rows, at the rate that the data says", async () => {
    const path = await stored("a.arrow", [10, 60, 110, 160, 210]);
    await using video = await openStoredFrames(path, 2);
    expect([...(await video.times())]).toEqual([0, 0.5, 1, 1.5, 2]);
    expect(await levelsOf(path, [0, 3, 4])).toEqual([
      [0, 0, 10],
      [3, 1.5, 160],
      [4, 2, 210],
    ]);
    expect(await video.probe()).toMatchObject({
      container: "arrow",
      codec: "jpeg",
      width: 8,
      height: 6,
      durationSeconds: 2.5,
      framesPerSecond: 2,
    });
  });

  it("may lie in several batches, in another column, and as bytes", async () => {
    const [first, second] = await Promise.all([
      stored("x.arrow", [10, 60]),
      stored("y.arrow", [110], "image"),
    ]);
    expect(await levelsOf(second, [0])).toEqual([[0, 0, 110]]);
    const bytes = await Promise.all([20, 90].map(grey));
    const schema = new Schema([new Field("frame", new Binary(), true)]);
    const batches = bytes.flatMap(
      (picture) => new Table(schema, { frame: vectorFromArray([picture], new Binary()) }).batches,
    );
    expect(await levelsOf(written("z.arrow", new Table(schema, batches)), [1])).toEqual([
      [1, 0.5, 90],
    ]);
    expect(await levelsOf(first, [1])).toEqual([[1, 0.5, 60]]);
  });

  it.each<[string, () => Promise<string>, number | undefined, string]>([
    ["no rate", () => stored("b.arrow", [1]), undefined, "holds frames without times"],
    [
      "no column of frames",
      () => stored("c.arrow", [1], "cls"),
      2,
      "has no column of frames (frame, image), only cls",
    ],
    ["no rows", () => stored("d.arrow", []), 2, "holds no frame"],
  ])("are refused where there is %s", async (_, make, rate, message) => {
    await expect(make().then((path) => openStoredFrames(path, rate))).rejects.toThrow(message);
  });

  it("are refused one by one where a row is no picture, and whole where the file is cut off", async () => {
    const pictures = [(await grey(5)).toString("base64"), "bm8gcGljdHVyZQ=="];
    const path = written("e.arrow", new Table({ frame: vectorFromArray(pictures, new Utf8()) }));
    expect(await levelsOf(path, [0])).toEqual([[0, 0, 5]]);
    await expect(levelsOf(path, [0, 1])).rejects.toThrow("e.arrow: frame 1: ");
    const cut = join(folder.path, "f.arrow");
    const whole = tableToIPC(new Table({ frame: vectorFromArray(pictures, new Utf8()) }), "stream");
    writeFileSync(cut, whole.subarray(0, whole.length - 80));
    await expect(openStoredFrames(cut, 2).then((video) => video.times())).rejects.toThrow(
      "f.arrow: ",
    );
  });
});
