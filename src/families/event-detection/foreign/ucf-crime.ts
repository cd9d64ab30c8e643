import type { DocumentFormat } from "../../../core/data/format.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import { lineRecords } from "../../shared/line-records.ts";
import type { EventSample, TruthEvent } from "../schema.ts";

/** All videos of the set run at thirty frames per second. */
const framesPerSecond = 30;

/**
 * UCF-Crime's temporal annotations: lines of file, class, and first and last frame of up to two
 * intervals; −1 where there is none.
 */
export const ucfCrimeFormat: DocumentFormat<EventSample> = {
  id: "ucf-crime",
  summary:
    "UCF-Crime temporal annotations: lines of file, class, start and end frame of up to two intervals (-1: none)",
  media: "the file of the line, in any folder",
  reads: "document",
  suits: { frames: "any" },
  read: (document) =>
    lineRecords(document, { layout: "file class start end start end", read: readLine }),
};

function readLine(line: string): Result<EventSample> {
  const [file, type, ...rest] = line.trim().split(/\s+/);
  const frames = rest.map(Number);
  if (!file || !type || frames.length !== 4 || !frames.every(Number.isInteger))
    return failure(
      "must read: file class start end start end, in frames, -1 where there is no interval",
    );
  const events: TruthEvent[] = [];
  for (const [first, last] of [frames.slice(0, 2), frames.slice(2)] as [number, number][]) {
    if (first < 0 && last < 0) continue;
    if (first < 1 || last < first) return failure(`frames ${first} to ${last} are no interval`);
    events.push({
      endSeconds: last / framesPerSecond,
      startSeconds: (first - 1) / framesPerSecond,
      type,
    });
  }
  const id = file.replace(/\.\w+$/, "");
  return success({
    durationSeconds: null,
    events,
    group: id,
    id,
    media: [impliedVideo([id], file)],
    metadata: { class: type },
  });
}
