import type { Row } from "../../core/data/data-file.ts";
import { isRecord } from "../../core/json.ts";
import { type BlobSink, blobPath } from "../blobs/blob.ts";
import { BlobSlot } from "./blob-slot.ts";

/**
 * The rows with references in place of bytes, which are loaded in order. A record of `bytes` and
 * `path`, as Hugging Face writes pictures and videos, becomes `{ path, name }`: where the bytes are
 * now, and what the file was called. Without bytes its path stays what it was.
 */
export async function withBlobs(rows: readonly Row[], sink: BlobSink): Promise<readonly Row[]> {
  const filled: Row[] = [];
  for (const row of rows) {
    const value: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(row.value as object))
      value[key] = await filledValue(member, sink);
    filled.push({ ...row, value });
  }
  return filled;
}

async function filledValue(value: unknown, sink: BlobSink): Promise<unknown> {
  if (value instanceof BlobSlot) return reference(value, null, sink);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const element of value) list.push(await filledValue(element, sink));
    return list;
  }
  if (!isRecord(value)) return value;
  if (isMediaRecord(value)) {
    const name = value.path ?? null;
    return value.bytes instanceof BlobSlot
      ? reference(value.bytes, name, sink)
      : { path: name, name };
  }
  const record: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) record[key] = await filledValue(member, sink);
  return record;
}

function isMediaRecord(value: Readonly<Record<string, unknown>>): boolean {
  return "bytes" in value && "path" in value && Object.keys(value).length === 2;
}

async function reference(slot: BlobSlot, name: unknown, sink: BlobSink) {
  await slot.load(sink);
  return { path: blobPath(slot.blob!), name };
}
