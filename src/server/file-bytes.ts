import type { FileHandle } from "node:fs/promises";
import type { ByteRange } from "./byte-range.ts";

const chunkBytes = 1 << 18;
/**
 * So many reads at a time: Node has four threads for the disk, and lists of runs must not wait
 * behind fifty videos.
 */
const mostReads = 2;

/** Hands out places to those who wait, in their order. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

const places = new Places(mostReads);

/**
 * Bytes of a file, read as they are taken; the handle is closed after the last one, or when the
 * reader has left, which `signal` says also of one who left before the first byte.
 */
export function fileBytes(
  handle: FileHandle,
  { start, end }: ByteRange,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = start;
  signal.addEventListener("abort", () => void handle.close());
  return new ReadableStream(
    {
      async pull(controller) {
        const length = Math.min(chunkBytes, end + 1 - position);
        const chunk = new Uint8Array(length);
        try {
          const { bytesRead } = await places.use(() => handle.read(chunk, 0, length, position));
          position += bytesRead;
          if (bytesRead === 0) throw new Error("the file became shorter while it was sent");
          controller.enqueue(chunk.subarray(0, bytesRead));
          if (position <= end) return;
          controller.close();
          await handle.close();
        } catch (error) {
          controller.error(error);
          await handle.close().catch(() => undefined);
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}
