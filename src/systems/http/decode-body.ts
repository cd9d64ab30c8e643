import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import { TooManyBytes } from "../../files/limited-bytes.ts";

type Decoder = (bytes: Buffer, limit: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  identity: async (bytes) => bytes,
};

/**
 * The body of a reply without the encodings that its header names; they were applied in that order.
 * @throws {TooManyBytes} where more than `mostBytes` come out.
 */
export async function decodeBody(
  bytes: Buffer,
  encodings: string,
  mostBytes: number,
): Promise<Buffer> {
  let decoded = bytes;
  for (const name of encodings.toLowerCase().split(",").reverse())
    decoded = await decodeOnce(decoded, name.trim(), mostBytes);
  return decoded;
}

async function decodeOnce(bytes: Buffer, name: string, mostBytes: number): Promise<Buffer> {
  const decoder = decoders[name];
  if (!decoder) throw new Error(`the reply comes in the encoding ${name}, which cannot be decoded`);
  try {
    return await decoder(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw new TooManyBytes(mostBytes);
    throw new Error(`the reply cannot be decoded as ${name}: ${message}`);
  }
}
