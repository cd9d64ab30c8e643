import { createHash, hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

const chunkBytes = 1 << 20;
/** Files that state no size, such as those of /proc, may hold something. */
const leastBytes = 1 << 12;

/** SHA-256 of a text, 64 hexadecimal digits. */
export function contentDigest(text: string): string {
  return hash("sha256", text, "hex");
}

/** SHA-256 of bytes, 64 hexadecimal digits. */
export function bytesDigest(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

export interface FileFacts {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Size and SHA-256 of a file, streamed. */
export async function fileFacts(path: string): Promise<FileFacts> {
  await using file = await open(path);
  const { size } = await file.stat();
  return { sha256: await streamedDigest("sha256", file, size), sizeBytes: size };
}

/** MD5 of a file, 32 hexadecimal digits: good against damage, not against anybody's intent. */
export async function fileMd5(path: string): Promise<string> {
  await using file = await open(path);
  return await streamedDigest("md5", file, (await file.stat()).size);
}

/**
 * Digest of a file that is about so long. Of two buffers, one is hashed while the other is filled,
 * so memory does not depend on the file. For small files they are small: V8 collects garbage after
 * every few megabytes that are allocated, and folders hold thousands of small files.
 */
export async function streamedDigest(
  kind: "sha256" | "md5",
  file: FileHandle,
  sizeBytes: number,
): Promise<string> {
  const sum = createHash(kind);
  const length = Math.min(chunkBytes, Math.max(leastBytes, sizeBytes + 1));
  let current = Buffer.allocUnsafe(length);
  let spare = Buffer.allocUnsafe(length);
  let reading = file.read(current, 0, length, 0);
  for (let position = 0; ; ) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) return sum.digest("hex");
    position += bytesRead;
    reading = file.read(spare, 0, length, position);
    sum.update(current.subarray(0, bytesRead));
    [current, spare] = [spare, current];
  }
}
