import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeAtomically } from "../../files/write-atomically.ts";
import { entriesOf, openZip } from "../../files/zip-entries.ts";
import type { HubDataset, HubFile } from "./hub-dataset.ts";

/** A zip file lists its entries at its end: nearly always within the first of these many bytes. */
const tailBytes = [1 << 18, 1 << 23] as const;

/**
 * What a zip file of the hub holds, told by its last bytes, so that of many archives only those are
 * fetched that are needed. It is kept in the cache. `undefined` where it cannot be told so.
 */
export async function zipNames(
  dataset: HubDataset,
  file: HubFile,
  cache: string,
): Promise<readonly string[] | undefined> {
  const record = join(cache, "hub", "listings", `${file.checksum.value}.json`);
  const known = await readFile(record, "utf8").catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as readonly string[];
  const names = await namesByTail(dataset, file, `${record}.${randomUUID()}.part`);
  if (names) writeAtomically(record, JSON.stringify(names));
  return names;
}

async function namesByTail(
  dataset: HubDataset,
  { path, sizeBytes }: HubFile,
  draft: string,
): Promise<readonly string[] | undefined> {
  for (const length of tailBytes) {
    const tail = await dataset.tail(path, length);
    const names = tail && (await namesIn(tail, sizeBytes, draft));
    if (names || !tail || tail.length >= sizeBytes) return names;
  }
  return undefined;
}

/** Reads the tail where it belongs, in a file of the whole length that holds nothing before it. */
async function namesIn(
  tail: Buffer,
  sizeBytes: number,
  draft: string,
): Promise<readonly string[] | undefined> {
  await mkdir(dirname(draft), { recursive: true });
  try {
    {
      await using file = await open(draft, "wx");
      await file.truncate(sizeBytes);
      await file.write(tail, 0, tail.length, sizeBytes - tail.length);
    }
    const zip = await openZip(draft);
    try {
      return (await entriesOf(zip)).map(({ fileName }) => fileName);
    } finally {
      zip.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return undefined;
  } finally {
    await rm(draft, { force: true });
  }
}
