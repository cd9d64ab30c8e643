import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { canonicalJson } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import { matrixHtml } from "../../report/html/matrix-html.ts";
import { matrixMarkdown } from "../../report/markdown/matrix-markdown.ts";
import { runStores } from "../../store/run-stores.ts";
import type { MatrixSummary } from "../../summary/matrix-summary.ts";
import { version } from "../version.ts";
import { readDigested, withDigest } from "./digested-json.ts";
import { readSummary } from "./run-files.ts";

const schema: MatrixSummary["schema"] = "vidimus-matrix/1";

/** matrix.json: the table, and what it was computed from. */
interface StoredMatrix {
  readonly matrix: MatrixSummary;
  readonly basis: string;
}

/** Equal where no row has changed since; `undefined` where a row has no scores yet. */
export async function matrixBasis(
  directory: string,
  rows: readonly string[],
): Promise<string | undefined> {
  const read = await Promise.all(
    rows.map((row) => readSummary(runStores.files(join(directory, row)))),
  );
  const stored = read.map((one) => one.stored);
  const digests = stored.flatMap((one) => (one?.basis ? [one.digest] : []));
  return digests.length < rows.length
    ? undefined
    : contentDigest(canonicalJson({ version, rows, digests }));
}

/**
 * `undefined` where there is none, or none that is as it was written: it is computed again where it
 * is needed.
 */
export function readMatrix(directory: string): StoredMatrix | undefined {
  const read = readDigested<MatrixSummary & { readonly basis: string }>(
    textOf(matrixPath(directory)),
  );
  if (!read) return undefined;
  const { basis, ...matrix } = read.content;
  return matrix.schema === schema && Array.isArray(matrix.rows) ? { matrix, basis } : undefined;
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

export function matrixPath(directory: string): string {
  return join(directory, "matrix.json");
}

/** Writes matrix.json, matrix.md and matrix.html. */
export function writeMatrix(directory: string, { matrix, basis }: StoredMatrix): void {
  writeAtomically(matrixPath(directory), withDigest({ ...matrix, basis }));
  writeAtomically(join(directory, "matrix.md"), matrixMarkdown(matrix));
  writeMatrixPage(directory, matrix, join(directory, "matrix.html"));
}

export function writeMatrixPage(directory: string, matrix: MatrixSummary, path: string): void {
  const createdAt = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  writeAtomically(path, matrixHtml(matrix, { version, createdAt, directory: basename(directory) }));
}
