import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { clockSeconds } from "./clock-seconds.ts";
import type { Cue } from "./cue.ts";
import { plainText } from "./text-cues.ts";

/**
 * Lists of cues as tools and benchmarks write them: `start` and `end`, or `timestamp` as a pair, in
 * seconds or as clock times, with the words as `text` or `line`; such lists under `segments`; and
 * the `events` of YouTube, in milliseconds.
 */
export function jsonCues(document: unknown): Result<readonly Cue[]> {
  const list = isRecord(document) ? (document.segments ?? document.events) : document;
  if (!Array.isArray(list))
    return failure("must be a list of cues, or hold one as segments or events");
  const cues: Cue[] = [];
  for (const [at, item] of list.entries()) {
    if (isRecord(item) && "tStartMs" in item && !Array.isArray(item.segs)) continue;
    const cue = isRecord(item) ? cueOf(item) : undefined;
    if (!cue) return failure(`cue ${at + 1} has no start, end and text`);
    if (cue.endSeconds < cue.startSeconds)
      return failure(
        `cue ${at + 1} ends at ${cue.endSeconds} s, before it starts at ${cue.startSeconds} s`,
      );
    cues.push(cue);
  }
  return success(cues);
}

function cueOf(item: Readonly<Record<string, unknown>>): Cue | undefined {
  if (typeof item.tStartMs === "number") return youtubeCue(item, item.tStartMs);
  const [start, end] = Array.isArray(item.timestamp)
    ? (item.timestamp as unknown[])
    : [item.start, item.end];
  const startSeconds = secondsOf(start);
  // The last cue of a recording may have no end.
  const endSeconds = end === null && startSeconds !== undefined ? startSeconds : secondsOf(end);
  const text = item.text ?? item.line;
  if (startSeconds === undefined || endSeconds === undefined || typeof text !== "string")
    return undefined;
  return { startSeconds, endSeconds, text: plainText(text) };
}

function secondsOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" ? clockSeconds(value) : undefined;
}

function youtubeCue(
  { dDurationMs, segs }: Readonly<Record<string, unknown>>,
  startMs: number,
): Cue {
  const pieces = (segs as unknown[]).map((piece) =>
    isRecord(piece) && typeof piece.utf8 === "string" ? piece.utf8 : "",
  );
  const lengthMs = typeof dDurationMs === "number" ? dDurationMs : 0;
  return {
    startSeconds: startMs / 1000,
    endSeconds: (startMs + lengthMs) / 1000,
    text: plainText(pieces.join("")),
  };
}
