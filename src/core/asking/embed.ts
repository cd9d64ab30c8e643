import type { FrameRef } from "./chat.ts";

/** What an encoder is asked to embed: a text or a list of frames. */
export type EmbedAsk = { readonly text: string } | { readonly frames: readonly FrameRef[] };
export type EmbedReply = Float32Array;
