import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { UserError } from "../../../core/user-error.ts";
import { byteStream } from "../../../datasets/text/byte-stream.ts";

const chunkBytes = 1 << 20;

/** The bytes of a file or pipe, unpacked where its name ends in `.gz`. */
export async function* fileBytes(path: string): AsyncGenerator<Buffer> {
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new UserError(
      `no such file: ${path}`,
      path.includes(",") ? "write the flag once for every file" : undefined,
    );
  if (found.isDirectory()) throw new UserError(`not a file: ${path}`);
  if (path.toLowerCase().endsWith(".gz")) yield* byteStream(path);
  else
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }))
      yield chunk as Buffer;
}
