import { type FrameRef, isWholeVideo } from "../core/asking/chat.ts";
import type { SystemContext } from "../core/asking/system-kind.ts";
import { failed, type NoAnswer } from "../core/run/outcome.ts";

/** What was read from the frame cache; a frame that is gone is not the other side's failure. */
export async function carried<T>(reading: Promise<T>): Promise<T | NoAnswer> {
  try {
    return await reading;
  } catch (error) {
    return failed("media", error instanceof Error ? error.message : String(error));
  }
}

/** Frames travel as base64 inside JSON, whole videos by their place on this machine. */
export async function frameWithBytes(
  frame: FrameRef,
  { frame: read, file }: Pick<SystemContext, "frame" | "file">,
) {
  return isWholeVideo(frame) && file
    ? { ...frame, path: await file(frame) }
    : { ...frame, data: Buffer.from(await read(frame)).toString("base64") };
}
