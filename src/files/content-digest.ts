import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

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

async function streamed(kind: "sha256" | "md5", path: string): Promise<string> {
  const sum = createHash(kind);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    sum.update(chunk as Buffer);
  return sum.digest("hex");
}
