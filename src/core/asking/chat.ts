/**
 * One frame as it is sent, without its bytes; or, for systems that take whole videos, the video
 * itself: its media type says so.
 */
export interface FrameRef {
  /**
   * Presentation time from the start of the video: its first frame is at 0, whatever the clock of
   * the file says there. 0 for a picture.
   */
  readonly atSeconds: number;
  /** SHA-256 of the encoded bytes. */
  readonly digest: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Whether this is no frame but a whole video; its digest is that of the file, its size in pixels 0.
 */
export function isWholeVideo({ mediaType }: FrameRef): boolean {
  return mediaType.startsWith("video/");
}

export type Part = { readonly text: string } | { readonly frames: readonly FrameRef[] };

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly parts: readonly Part[];
}

export interface ChatAsk {
  readonly messages: readonly ChatMessage[];
  /**
   * Where given, nothing is to be written: the reply says how likely each of these texts is as the
   * answer.
   */
  readonly choices?: readonly string[];
}

export interface ChatReply {
  readonly text: string;
  /** `length`: cut off by the token limit. */
  readonly finish: "stop" | "length";
  /** The model's thoughts, where the provider returns them apart from the answer. */
  readonly reasoning?: string;
  /**
   * Natural logarithms, one for each of the ask's `choices`; `null` where the server gave none
   * because the choice is too unlikely.
   */
  readonly logLikelihoods?: readonly (number | null)[];
}
