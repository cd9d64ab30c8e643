import { FFmpegError } from "node-av/lib";
import { MediaError } from "./media-error.ts";

/**
 * FFmpeg answers with negative numbers instead of exceptions; this makes a `MediaError` of them and
 * hands other numbers through.
 */
export function checkCode(code: number, path: string, doing: string): number {
  if (code < 0) throw new MediaError(path, `${doing}: ${describeCode(code)}`);
  return code;
}

/** FFmpeg's own words for a code. */
export function describeCode(code: number): string {
  return FFmpegError.strerror(code);
}
