import { basename, resolve } from "node:path";
import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import type { KnownDigests } from "../../media/known-digests.ts";

/** A line of the list: where it stands, which file it is of, and what the file digests to. */
interface Listed {
  readonly place: string;
  readonly path: unknown;
  readonly digest: unknown;
}

const tables = /\.(?:csv|tsv|jsonl|ndjson|parquet)(?:\.gz)?$/i;
const hint =
  "expected lines of sha256sum or md5sum, a JSON object of paths and digests, or a table with the columns path and sha256 (or md5)";

/**
 * Reads a list of digests; its paths are relative to the folder of the media, as those of samples
 * are.
 */
export async function readChecksums(file: string, root: string): Promise<KnownDigests> {
  const byPath = new Map<string, string>();
  for await (const { place, path, digest: given } of listedIn(file)) {
    if (typeof path !== "string" || path === "")
      throw new UserError(`${place}: names no file`, hint);
    if (typeof given !== "string" || !/^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i.test(given))
      throw new UserError(`${place}: no SHA-256 or MD5 of ${path}`, hint);
    const target = resolve(root, path);
    const digest = given.toLowerCase();
    if ((byPath.get(target) ?? digest) !== digest)
      throw new UserError(`${place}: a second digest of ${path}, other than the first`);
    byPath.set(target, digest);
  }
  if (byPath.size === 0) throw new UserError(`${file}: lists no digest`, hint);
  return { list: basename(file), digest: (path) => byPath.get(resolve(root, path)) };
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
    for (const [path, digest] of Object.entries(document)) yield { place: file, path, digest };
  else throw new UserError(`${file}: is no list of digests`, hint);
}

function fieldsOf(value: unknown): Pick<Listed, "path" | "digest"> {
  return isRecord(value)
    ? { path: value.path, digest: value.sha256 ?? value.md5 }
    : { path: undefined, digest: undefined };
}

/**
 * As GNU's sha256sum and md5sum write it (a backslash in front says that the name is escaped), and as BSD's
 * and `--tag` do.
 */
function* sumLines(file: string, text: string): Generator<Listed> {
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = at === 0 ? raw.replace(/^\uFEFF/, "") : raw;
    if (line.trim() === "" || line.startsWith("#")) continue;
    const gnu = /^(\\?)([0-9a-f]{64}|[0-9a-f]{32}) [ *](.+)$/is.exec(line);
    const tagged = /^(\\?)(?:SHA256|MD5) \((.+)\) = ([0-9a-f]{64}|[0-9a-f]{32})$/is.exec(line);
    const name = gnu ? gnu[3] : tagged?.[2];
    const isEscaped = (gnu ?? tagged)?.[1] !== "";
    yield {
      place: `${file}:${at + 1}`,
      path: isEscaped ? unescaped(name) : name,
      digest: gnu ? gnu[2] : tagged?.[3],
    };
  }
}

function unescaped(name: string | undefined): string | undefined {
  return name?.replace(/\\([\\nr])/g, (_, sign: string) => ({ n: "\n", r: "\r" })[sign] ?? sign);
}
