import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetWriteFile } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openDataFile } from "../open-data-file.ts";
import { blobFile, blobPath } from "./blob.ts";
import { blobEnding } from "./blob-ending.ts";
import { blobFolder, digestOnly } from "./blob-folder.ts";

const folder = temporaryFolder();
const png = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("blobs", () => {
  it("are known by their content, and lie there once", () => {
    const sink = blobFolder(join(folder.path, "a"));
    const blob = sink.take(png);
    expect(blob).toEqual({ digest: sha256(png), sizeBytes: png.length, ending: ".png" });
    expect(digestOnly.take(png)).toEqual(blob);
    const path = join(folder.path, "a", blobFile(blobPath(blob))!);
    expect(readFileSync(path)).toEqual(png);
    const { mtimeMs } = statSync(path);
    sink.take(png);
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
    writeFileSync(path, "cut off");
    sink.take(png);
    expect(readFileSync(path)).toEqual(png);
  });

  it("come in pieces, and leave nothing behind when they are given up", async () => {
    const sink = blobFolder(join(folder.path, "b"));
    for (const draft of [await sink.draft(), await digestOnly.draft()]) {
      for (const byte of png) await draft.add(Uint8Array.of(byte));
      expect(await draft.finish()).toEqual(digestOnly.take(png));
    }
    const lost = await sink.draft();
    await lost.add(png);
    await lost.discard();
    expect(readdirSync(join(folder.path, "b"), { recursive: true })).toHaveLength(2);
  });

  it.each([
    ["sha256:../../etc/passwd", undefined],
    [`sha256:${"a".repeat(64)}`, undefined],
    [`sha256:${"a".repeat(64)}.png/../x`, undefined],
    ["videos/a.mp4", undefined],
    [`sha256:${"a".repeat(64)}.png`, `aa/${"a".repeat(64)}.png`],
  ])("are found by nothing but their name: %s", (path, expected) => {
    expect(blobFile(path)).toBe(expected);
  });

  it.each([
    ["\xff\xd8\xff\xe0", ".jpg"],
    ["RIFF\x10\0\0\0WEBPVP8 ", ".webp"],
    ["\0\0\0\x20ftypisom", ".mp4"],
    ["\0\0\0\x14ftypqt  ", ".mov"],
    ["\x1aE\xdf\xa3", ".mkv"],
    ["GIF89a", ".gif"],
    ["", ".bin"],
    ["text", ".bin"],
  ])("end as their first bytes tell: %j", (start, ending) => {
    expect(blobEnding(Buffer.from(start, "latin1"))).toBe(ending);
  });

  it("of a table may be large and may be refused by the disk", async () => {
    const large = Buffer.alloc(2_500_000, "\0\0\0\x18ftypmp42 frame after frame ", "latin1");
    for (let i = 100; i < large.length; i += 13) large[i] = i % 256;
    const path = join(folder.path, "large.parquet");
    // A copy, because the writer changes bytes while it looks for the largest.
    parquetWriteFile({
      filename: path,
      columnData: [{ name: "clip", data: [large, Buffer.from(png), large], type: "BYTE_ARRAY" }],
    });
    const blobs = join(folder.path, "c");
    const values: unknown[] = [];
    for await (const rows of openDataFile(path, { blobs: blobFolder(blobs) }).rows())
      values.push(...rows.map(({ value }) => value));
    const names = values.map((value) => (value as { clip: { path: string } }).clip.path);
    expect(names).toEqual([
      `sha256:${sha256(large)}.mp4`,
      `sha256:${sha256(png)}.png`,
      `sha256:${sha256(large)}.mp4`,
    ]);
    expect(Buffer.compare(readFileSync(join(blobs, blobFile(names[0]!)!)), large)).toBe(0);
    if (process.getuid?.() === 0) return;
    mkdirSync(join(folder.path, "locked"));
    chmodSync(join(folder.path, "locked"), 0o500);
    expect(() => blobFolder(join(folder.path, "locked", "x")).take(png)).toThrow(
      "cannot write to the cache",
    );
  });
});
