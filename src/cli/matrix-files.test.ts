import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import type { MatrixSummary } from "../report/matrix.ts";
import { matrixHtml } from "../report/matrix-html.ts";
import { matrixMarkdown } from "../report/matrix-markdown.ts";
import { matrixText } from "../report/matrix-text.ts";
import { plainStyle } from "../report/text-style.ts";
import { readMatrix, writeMatrix } from "./matrix-files.ts";

const folder = temporaryFolder();
const matrix: MatrixSummary = {
  schema: "vidimus-matrix/1",
  name: "rates",
  command: "vidimus run",
  complete: true,
  selection: null,
  rows: [{ name: "one", complete: true, coverage: 1, answered: 1, remarks: ["model: 2 replies were cut off"] }],
  settings: [],
  tasks: [],
};

describe("matrix.json", () => {
  it("is read as it was written", () => {
    mkdirSync(join(folder.path, "new"));
    writeMatrix(join(folder.path, "new"), { matrix, basis: "b" });
    expect(readMatrix(join(folder.path, "new"))).toEqual({ matrix, basis: "b" });
  });

  it("of a version that had no remarks is shown all the same", () => {
    const rows = matrix.rows.map(({ remarks: _, ...row }) => row);
    folder.file("old/matrix.json", JSON.stringify({ ...matrix, rows, basis: "b" }));
    const old = readMatrix(join(folder.path, "old"))!.matrix;
    const about = { version: "0.1.0", createdAt: "", directory: "old" };
    for (const text of [matrixText(old, plainStyle), matrixMarkdown(old), matrixHtml(old, about)]) expect(text).toContain("one");
  });

  it.each(["", "null", "[]", "{}", '{"schema":"vidimus-matrix/9","rows":[]}', '{"schema":"vidimus-matrix/1"}'])(
    "that is none counts as not there: %s",
    (text) => {
      folder.file("none/matrix.json", text);
      expect(readMatrix(join(folder.path, "none"))).toBeUndefined();
    },
  );
});
