/** One frame as it was sent: when it is shown in the video and the digest of its bytes. */
export interface FrameRef {
  readonly atSeconds: number;
  readonly digest: string;
}

export type Part = { readonly text: string } | { readonly frames: readonly FrameRef[] };

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly parts: readonly Part[];
}

export interface ChatAsk {
  readonly messages: readonly ChatMessage[];
}

export interface ChatReply {
  readonly text: string;
  /** `length`: cut off by the token limit. */
  readonly finish: "stop" | "length";
  /** The model's thoughts, where the provider returns them apart from the answer. */
  readonly reasoning?: string;
}
