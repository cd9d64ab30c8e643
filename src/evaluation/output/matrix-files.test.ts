import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { MatrixSummary } from "../../summary/matrix-summary.ts";
import { readMatrix, writeMatrix } from "./matrix-files.ts";

const folder = temporaryFolder();
const matrix: MatrixSummary = {
  schema: "vidimus-matrix/1",
  name: "rates",
  command: "vidimus run",
  complete: true,
  selection: null,
  rows: [
    {
      name: "one",
      complete: true,
      coverage: 1,
      answered: 1,
      remarks: ["model: 2 replies were cut off"],
    },
  ],
  settings: [],
  tasks: [],
};

describe("matrix.json", () => {
  it("is read as it was written", () => {
    mkdirSync(join(folder.path, "new"));
    writeMatrix(join(folder.path, "new"), { matrix, basis: "b" });
    expect(readMatrix(join(folder.path, "new"))).toEqual({ matrix, basis: "b" });
  });

  it("that was edited counts as not there", () => {
    const directory = join(folder.path, "edited");
    mkdirSync(directory);
    writeMatrix(directory, { matrix, basis: "b" });
    const path = join(directory, "matrix.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"coverage": 1', '"coverage": 0.5'));
    expect(readMatrix(directory)).toBeUndefined();
  });

  it.each([
    "",
    "null",
    "[]",
    "{}",
    '{"schema":"vidimus-matrix/9","rows":[]}',
    '{"schema":"vidimus-matrix/1"}',
  ])("that is none counts as not there: %s", (text) => {
    folder.file("none/matrix.json", text);
    expect(readMatrix(join(folder.path, "none"))).toBeUndefined();
  });
});
