import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { isDraft, removeFile, removeIf, writeWhole } from "./draft-file.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-draft-"));
afterAll(() => rmSync(root, { recursive: true }));
const fresh = () => join(mkdtempSync(join(root, "d-")), "folder", "file");

it("shows a file only when all of it is written", async () => {
  const path = fresh();
  const content = Buffer.alloc(30_000_000, 7);
  let isWritten = false;
  const writing = writeWhole(path, content).then(() => {
    isWritten = true;
  });
  const sizes = new Set<number>();
  let drafts = 0;
  while (!isWritten) {
    if (existsSync(path)) sizes.add(statSync(path).size);
    else if (existsSync(join(path, "..")))
      drafts = Math.max(drafts, readdirSync(join(path, "..")).filter(isDraft).length);
    await turn();
  }
  await writing;
  expect([...sizes].filter((size) => size !== content.length)).toEqual([]);
  expect(drafts).toBe(1);
  expect(readdirSync(join(path, ".."))).toEqual(["file"]);
});

it("leaves nothing behind when it fails", async () => {
  const path = fresh();
  await writeWhole(join(path, "inner"), "x");
  await expect(writeWhole(path, "y")).rejects.toThrow(/EISDIR/);
  expect(readdirSync(join(path, ".."))).toEqual(["file"]);
});

it("removes what is unwanted and puts back what is wanted", async () => {
  const path = fresh();
  await writeWhole(path, "content");
  const seen: string[] = [];
  const judge = (verdict: boolean) => async (aside: string) => {
    seen.push(`${existsSync(path)} ${readFileSync(aside, "utf8")} ${isDraft(aside)}`);
    return verdict;
  };
  expect(await removeIf(path, judge(false))).toBe(false);
  expect(readFileSync(path, "utf8")).toBe("content");
  expect(await removeIf(path, judge(true))).toBe(true);
  expect(readdirSync(join(path, ".."))).toEqual([]);
  expect(seen).toEqual(["false content true", "false content true"]);
  expect(await removeIf(path, judge(true))).toBe(false);
  expect(await removeFile(path)).toBe(false);
});

it("keeps what was written in the meantime", async () => {
  const path = fresh();
  await writeWhole(path, "old");
  await removeIf(path, async () => {
    writeFileSync(path, "new");
    return true;
  });
  expect(readFileSync(path, "utf8")).toBe("new");
});
