import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { readChecksums } from "./read-checksums.ts";

const folder = temporaryFolder();
const root = join(folder.path, "media");
const md5 = "d41d8cd98f00b204e9800998ecf8427e";
const [a, b] = ["a".repeat(64), "0123456789abcdef".repeat(4)];

describe("a list of digests", () => {
  it.each([
    ["sums.sha256", `${a}  clips/a.mp4\n${b} *b.png\n`],
    ["SHA256SUMS", `\uFEFF# made today\r\n${a.toUpperCase()}  ./clips/a.mp4\r\n\r\n${b}  b.png`],
    ["tagged.txt", `SHA256 (clips/a.mp4) = ${a}\nSHA256 (b.png) = ${b}\n`],
    ["map.json", JSON.stringify({ "clips/a.mp4": a, "b.png": b })],
    [
      "list.json",
      JSON.stringify([
        { path: "clips/x/../a.mp4", sha256: a },
        { path: join(root, "b.png"), sha256: b },
      ]),
    ],
    ["table.csv", `name,sha256,path\n1,${a},clips/a.mp4\n2,${b},b.png\n`],
    ["lines.jsonl", `{"path":"clips/a.mp4","sha256":"${a}"}\n{"path":"b.png","sha256":"${b}"}\n`],
  ])("is read from %s", async (name, text) => {
    const known = await readChecksums(folder.file(name, text), root);
    expect(known.list).toBe(name);
    expect(
      ["clips/a.mp4", "./clips/a.mp4", "b.png", "clips/b.png"].map((path) => known.digest(path)),
    ).toEqual([a, a, b, undefined]);
  });

  it.each([
    ["short.sha256", `${a.slice(1)}  a.mp4\n`, "short.sha256:1: names no file"],
    ["empty.sha256", "# nothing\n", "lists no digest"],
    ["two.sha256", `${a}  a.mp4\n${b}  ./a.mp4\n`, "two.sha256:2: a second digest of ./a.mp4"],
    ["wrong.csv", `path,sha256\na.mp4,12\n`, "wrong.csv:2: no SHA-256 or MD5 of a.mp4"],
    ["columns.csv", `file,digest\na.mp4,${a}\n`, "columns.csv:2: names no file"],
    [
      "sha1.json",
      JSON.stringify({ "a.mp4": "0".repeat(40) }),
      "sha1.json: no SHA-256 or MD5 of a.mp4",
    ],
    ["number.json", "3", "is no list of digests"],
  ])("that is none is told: %s", async (name, text, message) => {
    await expect(readChecksums(folder.file(name, text), root)).rejects.toThrow(message);
  });

  it.each([
    ["sums.md5", `${md5}  clips/a.mp4\n`],
    ["tagged.md5", `MD5 (clips/a.mp4) = ${md5}\n`],
    ["md5.csv", `path,md5\nclips/a.mp4,${md5}\n`],
  ])("may be of MD5: %s", async (name, text) => {
    const known = await readChecksums(folder.file(name, text), root);
    expect(known.digest("clips/a.mp4")).toBe(md5);
  });

  it("keeps names that have to be escaped", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          minLength: 1,
          maxLength: 20,
          unit: fc.constantFrom("a", " ", "\\", "\n", "\r", "*", "(", ")", "é", "n"),
        }),
        async (name) => {
          const escaped = name.replace(
            /[\\\n\r]/g,
            (sign) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r" })[sign]!,
          );
          const text = `${escaped === name ? "" : "\\"}${b}  ${escaped}\n`;
          expect(
            (await readChecksums(folder.file("escaped.sha256", text), root)).digest(name),
          ).toBe(b);
        },
      ),
      { numRuns: 60 },
    );
  });
});
