import { crc32 } from "node:zlib";
import type { KeptEmbeddings } from "../core/asking/kept-embeddings.ts";
import { CacheTable, type CacheTableOptions } from "./cache-table.ts";

interface Row {
  readonly key: string;
  readonly vector: Uint8Array;
  readonly at: number;
  readonly seal: number;
}

/** A million embeddings of 512 numbers. */
const defaultMaxBytes = 2 * 1024 ** 3;

/** Embeddings on disk, each sealed by a checksum of its numbers and its key. */
export class EmbeddingDatabase extends CacheTable<Row> implements KeptEmbeddings {
  constructor({
    maxBytes = defaultMaxBytes,
    ...options
  }: CacheTableOptions & { readonly maxBytes?: number }) {
    super(options, {
      name: "embeddings",
      columns: {
        key: "text primary key",
        vector: "blob not null",
        at: "integer not null",
        seal: "integer not null",
      },
      sized: ["vector", "key"],
      maxBytes,
    });
  }

  get(key: string): Float32Array | undefined {
    const row = this.find(key);
    if (!row || row.seal !== sealOf(key, row.vector) || row.vector.length % 4 !== 0)
      return undefined;
    // A copy begins where numbers may begin.
    return new Float32Array(row.vector.slice().buffer);
  }

  put(key: string, { buffer, byteOffset, byteLength }: Float32Array): void {
    const vector = new Uint8Array(buffer, byteOffset, byteLength);
    this.add({ key, vector, at: this.now(), seal: sealOf(key, vector) });
  }
}

function sealOf(key: string, vector: Uint8Array): number {
  return crc32(vector, crc32(key));
}
