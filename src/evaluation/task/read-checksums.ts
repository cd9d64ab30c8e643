import { basename, resolve } from "node:path";
import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import type { KnownDigests } from "../../media/known-digests.ts";

/** A line of the list: where it stands, which file it is of, and what the file digests to. */
interface Listed {
  readonly place: string;
  readonly path: unknown;
  readonly sha256: unknown;
}

const tables = /\.(?:csv|tsv|jsonl|ndjson|parquet)(?:\.gz)?$/i;
const hint =
  "expected lines of sha256sum, a JSON object of paths and digests, or a table with the columns path and sha256";

/**
 * Reads a list of digests; its paths are relative to the folder of the media, as those of samples
 * are.
 */
export async function readChecksums(file: string, root: string): Promise<KnownDigests> {
  const byPath = new Map<string, string>();
  for await (const { place, path, sha256 } of listedIn(file)) {
    if (typeof path !== "string" || path === "")
      throw new UserError(`${place}: names no file`, hint);
    if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/i.test(sha256))
      throw new UserError(`${place}: no SHA-256 of ${path}`, hint);
    const target = resolve(root, path);
    const digest = sha256.toLowerCase();
    if ((byPath.get(target) ?? digest) !== digest)
      throw new UserError(`${place}: a second digest of ${path}, other than the first`);
    byPath.set(target, digest);
  }
  if (byPath.size === 0) throw new UserError(`${file}: lists no digest`, hint);
  return { list: basename(file), sha256: (path) => byPath.get(resolve(root, path)) };
}

async function* listedIn(file: string): AsyncGenerator<Listed> {
  const opened = openDataFile(file);
  if (tables.test(file)) {
    for await (const rows of opened.rows())
      for (const { line, value } of rows) yield { place: `${file}:${line}`, ...fieldsOf(value) };
    return;
  }
  const document = await opened.document();
  if (typeof document === "string") yield* sumLines(file, document);
  else if (Array.isArray(document))
    for (const [at, value] of document.entries())
      yield { place: `${file}[${at}]`, ...fieldsOf(value) };
  else if (isRecord(document))
    for (const [path, sha256] of Object.entries(document)) yield { place: file, path, sha256 };
  else throw new UserError(`${file}: is no list of digests`, hint);
}

function fieldsOf(value: unknown): Pick<Listed, "path" | "sha256"> {
  return isRecord(value)
    ? { path: value.path, sha256: value.sha256 }
    : { path: undefined, sha256: undefined };
}

/**
 * As GNU's sha256sum writes it (a backslash in front says that the name is escaped), and as BSD's
 * and `--tag` do.
 */
function* sumLines(file: string, text: string): Generator<Listed> {
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = at === 0 ? raw.replace(/^\uFEFF/, "") : raw;
    if (line.trim() === "" || line.startsWith("#")) continue;
    const gnu = /^(\\?)([0-9a-f]{64}) [ *](.+)$/is.exec(line);
    const tagged = /^(\\?)SHA256 \((.+)\) = ([0-9a-f]{64})$/is.exec(line);
    const name = gnu ? gnu[3] : tagged?.[2];
    const isEscaped = (gnu ?? tagged)?.[1] !== "";
    yield {
      place: `${file}:${at + 1}`,
      path: isEscaped ? unescaped(name) : name,
      sha256: gnu ? gnu[2] : tagged?.[3],
    };
  }
}

function unescaped(name: string | undefined): string | undefined {
  return name?.replace(/\\([\\nr])/g, (_, sign: string) => ({ n: "\n", r: "\r" })[sign] ?? sign);
}
