import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { UserError } from "../../core/user-error.ts";

const chunkBytes = 1 << 18;
/** Files that state no size, such as those of /proc, may hold something. */
const leastBytes = 1 << 12;
/** So much is unpacked whatever it was packed to. */
const trustedBytes = 1_000_000_000;
/**
 * Text of data is packed to a tenth, at best to a hundredth; files that are made to fill memory and
 * disks, to a thousandth.
 */
const largestRatio = 500;

/**
 * The bytes of a file from its beginning, unpacked where its name ends in `.gz`. Chunks stay valid.
 */
export async function* byteStream(path: string, name = path): AsyncGenerator<Buffer> {
  yield* name.toLowerCase().endsWith(".gz") ? unpacked(path) : plain(path);
}

async function* plain(path: string): AsyncGenerator<Buffer> {
  await using file = await open(path, "r");
  const facts = await file.stat();
  // Folders hold thousands of small files, and what is kept of a chunk keeps all of it.
  const fitting = Math.min(chunkBytes, Math.max(leastBytes, facts.size + 1));
  const length = facts.isFile() ? fitting : chunkBytes;
  for (;;) {
    const chunk = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(chunk, 0, length, null);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
  }
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, "r");
  const stream = file.createReadStream({ highWaterMark: chunkBytes });
  const unpack = createGunzip({ chunkSize: chunkBytes });
  stream.on("error", (error) => unpack.destroy(error));
  stream.pipe(unpack);
  let length = 0;
  try {
    for await (const chunk of unpack as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > trustedBytes && length > largestRatio * stream.bytesRead) throw tooDense(path);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${path}: cannot be unpacked: ${(error as Error).message}`,
      "the file is damaged or is no gzip file; fetch it again",
    );
  } finally {
    unpack.destroy();
    stream.destroy();
  }
}

function tooDense(path: string): UserError {
  return new UserError(
    `${path}: unpacks to more than ${largestRatio} times its size, as no data does`,
    "if it is what it should be, unpack it and name the unpacked file",
  );
}
