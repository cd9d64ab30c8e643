import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { writeAtomically } from "../../files/write-atomically.ts";

/** How a remote file is now, as far as its server says. */
export interface RemoteFacts {
  readonly sizeBytes?: number | undefined;
  /** Its version, as a strong validator. */
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
}

/** How a file was when it was fetched, kept so that it need not be fetched again to know. */
export interface RemoteRecord extends RemoteFacts {
  readonly sha256?: string | undefined;
}

/** Changes where the file does, as far as its server tells. */
export function stateOf({ sizeBytes, etag, modified }: RemoteFacts): string {
  return `${etag ?? modified ?? ""} ${sizeBytes ?? ""}`.trim();
}

export function readRecord(folder: string, place: string): RemoteRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(folder, place), "utf8"));
    return isRecord(value) ? (value as RemoteRecord) : undefined;
  } catch {
    return undefined;
  }
}

export function writeRecord(folder: string, place: string, record: RemoteRecord): void {
  const file = fileOf(folder, place);
  mkdirSync(dirname(file), { recursive: true });
  writeAtomically(file, JSON.stringify(record));
}

function fileOf(folder: string, place: string): string {
  return join(folder, "records", `${contentDigest(place)}.json`);
}
