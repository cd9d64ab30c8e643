import { type FrameRef, isWholeVideo } from "../../core/asking/chat.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import type { PixelShape } from "../../core/data/pixel-shape.ts";
import type { NoAnswer } from "../../core/run/outcome.ts";
import { frameWithBytes } from "../carried-frames.ts";
import type { Ready } from "./command-protocol.ts";

type Sent = Readonly<Record<string, unknown>>;

/** Reads frames for a message. What is known to be missing is an outcome, anything else thrown. */
export type SentFrames = (
  frames: readonly FrameRef[],
  signal: AbortSignal,
) => Promise<readonly Sent[] | NoAnswer>;

/** Encoded pictures as the program wants them: bytes behind the message, or base64 inside it. */
export function sentFrames(
  { attachments }: Pick<Ready, "attachments">,
  context: Pick<SystemContext, "frame" | "file">,
): SentFrames {
  const sent = async (frame: FrameRef): Promise<Sent> =>
    attachments && !isWholeVideo(frame)
      ? { ...frame, data: plainBytes(await context.frame(frame)) }
      : frameWithBytes(frame, context);
  return (frames) => Promise.all(frames.map(sent));
}

/** Pixels in the shape of the program: RGB, rows from the top, in place of encoded pictures. */
export function sentPixels(
  { attachments }: Pick<Ready, "attachments">,
  { width, height }: PixelShape,
  { pixels }: Pick<SystemContext, "pixels">,
): SentFrames {
  return async (frames, signal) => {
    if (!pixels) throw new TypeError("pixels of frames are asked for where there are none");
    const outcome = await pixels(frames, signal);
    if (outcome.kind !== "answered") return outcome;
    return frames.map(({ atSeconds, digest }, i) => {
      const data = outcome.value[i]!;
      const bytes = attachments ? plainBytes(data) : Buffer.from(data).toString("base64");
      return { atSeconds, digest, mediaType: "image/x-rgb", width, height, data: bytes };
    });
  };
}

/** JSON would turn a Buffer into a list of numbers before anybody can attach it. */
function plainBytes({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}
