import { Readable } from "node:stream";
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from "node:zlib";
import type { CompressionCodec, Compressors } from "hyparquet";
import { decompressLz4, decompressLz4Raw, compressors as portable } from "hyparquet-compressors";
import { snappyStream } from "./snappy-stream.ts";

/** Unpackers of whole pages; Node's own where it has them. */
export const pageCodecs: Compressors = {
  ...portable,
  GZIP: (input) => gunzipSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
  ZSTD: (input) => zstdDecompressSync(input),
  // The library stumbles over a page of nothing.
  LZ4: (input, length) => (length === 0 ? new Uint8Array(0) : decompressLz4(input, length)),
  LZ4_RAW: (input, length) => (length === 0 ? new Uint8Array(0) : decompressLz4Raw(input, length)),
};

const streams = {
  GZIP: createGunzip,
  BROTLI: createBrotliDecompress,
  ZSTD: createZstdDecompress,
} as const;

/** Unpacks a page as it is read; `undefined` where that cannot be done with this codec. */
export function unpackedStream(
  codec: CompressionCodec,
  packed: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> | undefined {
  if (codec === "UNCOMPRESSED") return packed;
  if (codec === "SNAPPY") return snappyStream(packed);
  const create = codec in streams ? streams[codec as keyof typeof streams] : undefined;
  return create && throughStream(packed, create());
}

async function* throughStream(
  packed: AsyncIterable<Uint8Array>,
  unpack: ReturnType<typeof createGunzip>,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed, { objectMode: true });
  source.on("error", (error) => unpack.destroy(error));
  source.pipe(unpack);
  try {
    yield* unpack as AsyncIterable<Uint8Array>;
  } finally {
    unpack.destroy();
    source.destroy();
  }
}
