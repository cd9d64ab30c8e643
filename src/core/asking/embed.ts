import type { FrameRef } from "./chat.ts";

/** What an encoder is asked to embed: a text or a list of frames. */
export type EmbedAsk = { readonly text: string } | { readonly frames: readonly FrameRef[] };
export type EmbedReply = Float32Array;

/**
 * What a protocol may ask instead, of the engine alone: many texts, whose vectors come one after
 * the other in one array. An encoder is asked for each of them, once.
 */
export interface EmbedTexts {
  readonly texts: readonly string[];
}
