import { createHash, hash } from "node:crypto";
import { open, stat } from "node:fs/promises";

const chunkBytes = 1 << 20;

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
  return { sha256: await streamed("sha256", path), sizeBytes: (await stat(path)).size };
}

/** MD5 of a file, 32 hexadecimal digits: good against damage, not against anybody's intent. */
export function fileMd5(path: string): Promise<string> {
  return streamed("md5", path);
}

/** Through one buffer: a new one for each chunk would leave the whole file as garbage. */
async function streamed(kind: "sha256" | "md5", path: string): Promise<string> {
  const sum = createHash(kind);
  await using file = await open(path);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, null);
    if (bytesRead === 0) return sum.digest("hex");
    sum.update(chunk.subarray(0, bytesRead));
  }
}
