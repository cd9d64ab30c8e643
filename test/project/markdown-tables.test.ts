import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const skipped = new Set(["node_modules", "dist", "runs", ".git"]);

function* markdownFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !skipped.has(entry.name))
      yield* markdownFiles(join(folder, entry.name));
    else if (entry.name.endsWith(".md")) yield join(folder, entry.name);
}

const delimiter = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const isRow = (line: string | undefined) => line?.trimStart().startsWith("|") === true;

/** Cells of a row; a bar behind a backslash is text, also inside of code. */
function cells(line: string): number {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).length;
}

/** What is wrong with the tables of a page, with the number of the line. */
function mistakes(text: string): readonly string[] {
  const found: string[] = [];
  let columns: number | undefined;
  let isCode = false;
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || !isRow(line)) {
      columns = undefined;
      continue;
    }
    const place = `line ${at + 1}`;
    if (columns === undefined && !delimiter.test(lines[at + 1] ?? ""))
      found.push(`${place}: a row outside of any table: ${line.slice(0, 40)}`);
    columns ??= cells(line);
    if (cells(line) !== columns)
      found.push(
        `${place}: ${cells(line)} cells, where the table has ${columns} columns: ${line.slice(0, 40)}`,
      );
  }
  return found;
}

it.each([
  ["| a | b |\n|---|---|\n| 1 | 2 |\n", 0],
  ["| a | b |\n|---|---|\n| `x|y` | 2 |\n", 1],
  ["| a | b |\n|---|---|\n| `x\\|y` | 2 |\n", 0],
  ["| a | b |\n|---|---|\n| 1 |\n", 1],
  ["| a | b |\n|---|---|\n\n| 1 | 2 |\n| 3 | 4 |\n", 1],
  ["```\n| a | b\n```\n", 0],
])("finds what is wrong with %j", (text, count) => {
  expect(mistakes(text)).toHaveLength(count);
});

it("tables of all pages are whole: as many cells in every row, and no row by itself", () => {
  const wrong = [...markdownFiles(root)].flatMap((file) =>
    mistakes(readFileSync(file, "utf8")).map((one) => `${relative(root, file)}, ${one}`),
  );
  expect(wrong).toEqual([]);
});
