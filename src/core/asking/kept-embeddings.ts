import type { EmbedReply } from "./embed.ts";

/**
 * Embeddings of earlier asks, by the digest of everything that decides one: the ask, whose frames
 * are named by file, time, size and decoder, and the encoder with its parameters. Safe for several
 * processes; nothing in it is ever needed.
 */
export interface KeptEmbeddings {
  /** At once where it lies on this machine. */
  get(key: string): EmbedReply | undefined | Promise<EmbedReply | undefined>;
  /** Found again at once, and may be written later. */
  put(key: string, embedding: EmbedReply): void;
}
