/** One frame as it is sent, without its bytes. */
export interface FrameRef {
  /** Presentation time on the clock of the file, whose first frame need not be at 0; 0 for a picture. */
  readonly atSeconds: number;
  /** SHA-256 of the encoded bytes. */
  readonly digest: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
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
