import { open, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isRecord } from "../../core/json.ts";
import { contentDigest, streamedDigest } from "../../files/content-digest.ts";
import { inParallel } from "../../files/in-parallel.ts";
import { isDraft, removeFile, sweepDraft, writeWhole } from "./draft-file.ts";
import { namesIn, statIfThere, textIfThere } from "./optional-files.ts";
import { sealJson, unsealJson } from "./sealed-json.ts";

/** A file this young could change again within one tick of the clock that stamps it, unseen. */
const settledMs = 2_000;
const attempts = 3;

interface DigestRecord {
  readonly path: string;
  readonly sizeBytes: string;
  readonly modifiedNs: string;
  readonly sha256: string;
}

type FileState = Pick<DigestRecord, "sizeBytes" | "modifiedNs">;

/**
 * SHA-256 of a file, which is not read again while its path, size and time of modification (in
 * nanoseconds) stay the same: the digest is kept in the cache directory. Rejects when the file
 * cannot be read or changes all the while.
 */
export async function fileDigest(file: string, directory: string): Promise<string> {
  const path = resolve(file);
  const place = join(folderIn(directory), `${contentDigest(path)}.json`);
  const known = readRecord(await textIfThere(place));
  if (known && known.path === path && isSame(known, stateOf(await stat(path, { bigint: true }))))
    return known.sha256;
  const { record, isSettled } = await digestWhole(path);
  if (isSettled) await writeWhole(place, sealJson(record));
  return record.sha256;
}

/** Reads a file until it did not change meanwhile. */
async function digestWhole(
  path: string,
): Promise<{ readonly record: DigestRecord; readonly isSettled: boolean }> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await using file = await open(path);
    const startMs = Date.now();
    const before = stateOf(await file.stat({ bigint: true }));
    const sha256 = await streamedDigest("sha256", file, Number(before.sizeBytes));
    if (!isSame(before, stateOf(await file.stat({ bigint: true })))) continue;
    const isSettled = Number(BigInt(before.modifiedNs) / 1_000_000n) < startMs - settledMs;
    return { record: { path, ...before, sha256 }, isSettled };
  }
  throw new Error(`${path} changes while it is read`);
}

/** A path for every digest known, which the file may have left since. */
export async function digestedPaths(directory: string): Promise<ReadonlyMap<string, string>> {
  const folder = folderIn(directory);
  const found = new Map<string, string>();
  await inParallel(await recordNames(folder), async (name) => {
    const record = readRecord(await textIfThere(join(folder, name)));
    if (record) found.set(record.sha256, record.path);
  });
  return found;
}

/** How many digests are kept, and in how many bytes. */
export async function digestsSize(
  directory: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const folder = folderIn(directory);
  const found = { count: 0, bytes: 0 };
  await inParallel(await recordNames(folder), async (name) => {
    const facts = await statIfThere(join(folder, name));
    if (!facts) return;
    found.count++;
    found.bytes += facts.size;
  });
  return found;
}

/** Forgets what was digested longer than `maxAgeMs` ago; returns how many digests that were. */
export async function forgetDigests(directory: string, maxAgeMs: number): Promise<number> {
  const folder = folderIn(directory);
  let forgotten = 0;
  const before = Date.now() - maxAgeMs;
  await inParallel(await recordNames(folder), async (name) => {
    const path = join(folder, name);
    const facts = await statIfThere(path);
    if (facts && facts.mtimeMs <= before && (await removeFile(path))) forgotten++;
  });
  return forgotten;
}

function folderIn(directory: string): string {
  return join(resolve(directory), "digests");
}

async function recordNames(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder);
  await inParallel(names.filter(isDraft), (name) => sweepDraft(join(folder, name)));
  return names.filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
}

/** What the seal vouches for was written here, so its shape is known. */
function readRecord(text: string | undefined): DigestRecord | undefined {
  const content = text === undefined ? undefined : unsealJson(text);
  return isRecord(content) ? (content as unknown as DigestRecord) : undefined;
}

function stateOf({
  size,
  mtimeNs,
}: {
  readonly size: bigint;
  readonly mtimeNs: bigint;
}): FileState {
  return { sizeBytes: String(size), modifiedNs: String(mtimeNs) };
}

function isSame(a: FileState, b: FileState): boolean {
  return a.sizeBytes === b.sizeBytes && a.modifiedNs === b.modifiedNs;
}
