import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { canonicalJson } from "../core/json.ts";
import { contentDigest } from "../files/content-digest.ts";
import { writeAtomically } from "../files/write-atomically.ts";
import type { MatrixSummary } from "../report/matrix.ts";
import { matrixHtml } from "../report/matrix-html.ts";
import { matrixMarkdown } from "../report/matrix-markdown.ts";
import { readSummary } from "./run-files.ts";
import { version } from "./version.ts";

const schema: MatrixSummary["schema"] = "vidimus-matrix/1";

/** matrix.json: the table, and what it was computed from. */
interface StoredMatrix {
  readonly matrix: MatrixSummary;
  readonly basis: string;
}

/** Equal where no row has changed since; `undefined` where a row has no scores yet. */
export function matrixBasis(directory: string, rows: readonly string[]): string | undefined {
  const bases = rows.map((row) => readSummary(join(directory, row))?.basis);
  return bases.some((basis) => !basis) ? undefined : contentDigest(canonicalJson({ version, rows, bases: bases as string[] }));
}

export function readMatrix(directory: string): StoredMatrix | undefined {
  const path = join(directory, "matrix.json");
  if (!existsSync(path)) return undefined;
  try {
    const { basis, ...matrix } = JSON.parse(readFileSync(path, "utf8")) as MatrixSummary & { readonly basis: string };
    if (matrix.schema !== schema || !Array.isArray(matrix.rows)) return undefined;
    // Earlier versions had none.
    return { matrix: { ...matrix, rows: matrix.rows.map((row) => ({ ...row, remarks: row.remarks ?? [] })) }, basis };
  } catch {
    // Derived: whoever needs it computes it again.
    return undefined;
  }
}

/** Writes matrix.json, matrix.md and matrix.html. */
export function writeMatrix(directory: string, { matrix, basis }: StoredMatrix): void {
  writeAtomically(join(directory, "matrix.json"), `${JSON.stringify({ ...matrix, basis }, null, 2)}\n`);
  writeAtomically(join(directory, "matrix.md"), matrixMarkdown(matrix));
  writeMatrixPage(directory, matrix, join(directory, "matrix.html"));
}

export function writeMatrixPage(directory: string, matrix: MatrixSummary, path: string): void {
  const createdAt = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  writeAtomically(path, matrixHtml(matrix, { version, createdAt, directory: basename(directory) }));
}
