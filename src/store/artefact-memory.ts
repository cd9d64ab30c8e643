import type { Artefacts } from "../core/run/artefacts.ts";
import { bytesDigest } from "../files/content-digest.ts";

/** Keeps artefacts as long as the process lives. */
export function artefactMemory(): Artefacts {
  const kept = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      const digest = bytesDigest(bytes);
      kept.set(digest, bytes.slice());
      return digest;
    },
    get: async (digest) => kept.get(digest),
  };
}
