import { hash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, it } from "vitest";
import { digestedPaths, fileDigest, forgetDigests } from "./digest-cache.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-digest-"));
afterAll(() => rmSync(root, { recursive: true }));
const sha = (content: string | Uint8Array) => hash("sha256", content, "hex");
const longAgo = new Date(Date.now() - 3_600_000);

function place() {
  const folder = mkdtempSync(join(root, "d-"));
  const file = join(folder, "video.mp4");
  const directory = join(folder, "cache");
  return {
    file,
    directory,
    write(content: string | Uint8Array, modified: Date) {
      writeFileSync(file, content);
      utimesSync(file, modified, modified);
    },
    records: () =>
      existsSync(join(directory, "digests")) ? readdirSync(join(directory, "digests")) : [],
  };
}

it("digests the whole content, larger than a chunk, and empty", async () => {
  const { file, directory, write } = place();
  const large = Buffer.alloc(2_500_001, "vidimus");
  write(large, longAgo);
  expect(await fileDigest(file, directory)).toBe(sha(large));
  write("", new Date(longAgo.getTime() + 1));
  expect(await fileDigest(file, directory)).toBe(sha(""));
});

it("does not read a file again whose size and time are the same", async () => {
  const { file, directory, write, records } = place();
  write("before", longAgo);
  expect(await fileDigest(file, directory)).toBe(sha("before"));
  expect(records()).toHaveLength(1);
  write("after!", longAgo);
  // The one change that cannot be seen, and so the proof that nothing was read.
  expect(await fileDigest(file, directory)).toBe(sha("before"));
  expect(await fileDigest(relative(process.cwd(), file), directory)).toBe(sha("before"));
});

it("notices another time, down to a microsecond, and another size", async () => {
  const { file, directory, write } = place();
  write("before", longAgo);
  await fileDigest(file, directory);
  writeFileSync(file, "after!");
  utimesSync(file, longAgo.getTime() / 1000, longAgo.getTime() / 1000 + 1e-6);
  expect(await fileDigest(file, directory)).toBe(sha("after!"));
  const time = statSync(file).mtime;
  write("longer than before", time);
  expect(await fileDigest(file, directory)).toBe(sha("longer than before"));
});

it("does not trust a file that was written a moment ago, or in the future", async () => {
  const { file, directory, write, records } = place();
  const now = new Date();
  write("one", now);
  expect(await fileDigest(file, directory)).toBe(sha("one"));
  write("two", now);
  expect(await fileDigest(file, directory)).toBe(sha("two"));
  write("two", new Date(Date.now() + 60_000));
  await fileDigest(file, directory);
  expect(records()).toEqual([]);
});

it("reads the file again when its record is damaged", async () => {
  const { file, directory, write, records } = place();
  write("content", longAgo);
  const digest = await fileDigest(file, directory);
  const record = join(directory, "digests", records()[0]!);
  const text = readFileSync(record, "utf8");
  for (const damaged of [
    text.replaceAll(digest, sha("another")),
    text.slice(0, -20),
    "",
    "{}",
    "null",
    "\0".repeat(text.length),
  ]) {
    writeFileSync(record, damaged);
    expect(await fileDigest(file, directory)).toBe(digest);
    expect(readFileSync(record, "utf8")).toBe(text);
  }
});

it("rejects for what cannot be read", async () => {
  const { file, directory } = place();
  await expect(fileDigest(file, directory)).rejects.toThrow(/ENOENT/);
  await expect(fileDigest(root, directory)).rejects.toThrow(/EISDIR/);
});

it("gives the same to many who ask at once, and knows the path", async () => {
  const { file, directory, write, records } = place();
  const content = Buffer.alloc(300_000, "frame");
  write(content, longAgo);
  const digests = await Promise.all(Array.from({ length: 20 }, () => fileDigest(file, directory)));
  expect(new Set(digests)).toEqual(new Set([sha(content)]));
  expect(records()).toHaveLength(1);
  expect(await digestedPaths(directory)).toEqual(new Map([[sha(content), file]]));
});

it("forgets by age", async () => {
  const { file, directory, write, records } = place();
  expect(await forgetDigests(directory, 0)).toBe(0);
  write("content", longAgo);
  await fileDigest(file, directory);
  expect(await forgetDigests(directory, 60_000)).toBe(0);
  utimesSync(join(directory, "digests", records()[0]!), longAgo, longAgo);
  expect(await forgetDigests(directory, 60_000)).toBe(1);
  expect(await digestedPaths(directory)).toEqual(new Map());
});
