import { type FrameRef, isWholeVideo } from "../../core/asking/chat.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { frameWithBytes } from "../carried-frames.ts";
import type { Ready } from "./command-protocol.ts";

/** Reads a frame for a message. */
export type SentFrame = (frame: FrameRef) => Promise<Readonly<Record<string, unknown>>>;

/** Frames as the program wants them: bytes behind the message, or base64 inside it. */
export function sentFrames(
  { attachments }: Pick<Ready, "attachments">,
  context: Pick<SystemContext, "frame" | "file">,
): SentFrame {
  return async (frame) =>
    attachments && !isWholeVideo(frame)
      ? { ...frame, data: plainBytes(await context.frame(frame)) }
      : frameWithBytes(frame, context);
}

/** JSON would turn a Buffer into a list of numbers before anybody can attach it. */
function plainBytes({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}
