import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { textLines } from "./text-lines.ts";

const folder = temporaryFolder();

async function linesOf(content: string | Uint8Array): Promise<readonly string[]> {
  const path = join(folder.path, "text.txt");
  writeFileSync(path, content);
  return readAll(path);
}

async function readAll(path: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const batch of textLines(path)) lines.push(...batch);
  return lines;
}

describe("lines of a text", () => {
  it.each([
    ["", []],
    ["\n", [""]],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\n", ["a", ""]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["\ufeffa\nb", ["a", "b"]],
    ["a\u2028b\n", ["a\u2028b"]],
    ["a\rb\n", ["a\rb"]],
  ])("%j", async (content, lines) => {
    expect(await linesOf(content)).toEqual(lines);
  });

  it("are those that were written", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\n\r\ufeff]/g, "")),
          { minLength: 1 },
        ),
        async (lines) => {
          expect(await linesOf(`${lines.join("\n")}\n`)).toEqual(lines);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("may be longer than what is read at once", async () => {
    const long = "ä".repeat(1_500_000);
    expect(await linesOf(`${long}\n${long}b\nc`)).toEqual([long, `${long}b`, "c"]);
  });

  it("must be UTF-8, to the last byte", async () => {
    await expect(linesOf(Uint8Array.of(0x61, 0x0a, 0xff))).rejects.toThrow("not UTF-8");
    await expect(linesOf(Uint8Array.of(0x61, 0x0a, 0xc3))).rejects.toThrow(":2: not UTF-8");
  });

  it("come from files that exist", async () => {
    await expect(readAll(join(folder.path, "none"))).rejects.toThrow("no such file");
    await expect(readAll(folder.path)).rejects.toThrow("not a file");
  });
});
