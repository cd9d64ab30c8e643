import type { FileHandle } from "node:fs/promises";

/** Bytes that lie somewhere in a file or in memory. */
export interface ByteSource {
  readonly length: number;
  read(at: number, length: number): Promise<Buffer>;
}

/** A stretch of an open file. */
export function fileBytes(file: FileHandle, start: number, length: number): ByteSource {
  return {
    length,
    async read(at, wanted) {
      if (at + wanted > length) throw new Error("the data ends too early");
      // Memory of its own, so that numbers can be looked at where they are.
      const bytes = Buffer.from(new ArrayBuffer(wanted));
      for (let filled = 0; filled < wanted; ) {
        const { bytesRead } = await file.read(bytes, filled, wanted - filled, start + at + filled);
        if (bytesRead === 0) throw new Error("the data ends too early");
        filled += bytesRead;
      }
      return bytes;
    },
  };
}

export function memoryBytes(bytes: Buffer): ByteSource {
  return {
    length: bytes.length,
    async read(at, wanted) {
      if (at + wanted > bytes.length) throw new Error("the data ends too early");
      return Buffer.from(bytes.buffer, bytes.byteOffset + at, wanted);
    },
  };
}
