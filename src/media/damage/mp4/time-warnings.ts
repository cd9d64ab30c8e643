import { areSound, boxAt, boxesIn } from "../../video/mp4/boxes.ts";
import {
  asksForAnotherSpeed,
  editEnd,
  isCutOnPurpose,
  isOutOfStep,
  startsNowhere,
  statedSeconds,
} from "../../video/mp4/edit-start.ts";
import { readMoov } from "../../video/mp4/read-moov.ts";
import { readSizes, readTimes } from "../../video/mp4/sample-lists.ts";

/**
 * What the header of a plain MP4 tells of frames that are never shown or at wrong times, which
 * FFmpeg passes over without a word.
 */
export async function timeWarnings(path: string): Promise<readonly string[]> {
  const moov = await readMoov(path).catch(() => null);
  if (moov && !areSound(moov.body))
    return ["the boxes within its header do not add up: times may be wrong"];
  const tracks = (moov && boxesIn(moov.body))?.filter(({ type }) => type === "trak") ?? [];
  return tracks
    .filter(({ body }) => isVideo(body))
    .flatMap(({ body }) => trackWarnings(moov!.body, body));
}

function isVideo(track: Buffer): boolean {
  return boxAt(track, "mdia", "hdlr")?.toString("latin1", 8, 12) === "vide";
}

/** More than edits leave out as a rule. */
const mostRatio = 1.5;
const leastSeconds = 0.5;

function contradiction(shown: number, media: number): string {
  return `the header states ${shown.toFixed(3)} s for what is shown and ${media.toFixed(3)} s for what there is: times may be wrong`;
}

function trackWarnings(movie: Buffer, track: Buffer): readonly string[] {
  const lists = boxAt(track, "mdia", "minf", "stbl");
  const sizes = lists && readSizes(boxAt(lists, "stsz"));
  if (!lists || !sizes || sizes.length === 0) return [];
  const times = readTimes(sizes.length, boxAt(lists, "stts"), boxAt(lists, "ctts"));
  if (!times)
    return [
      "the table of the times of its frames makes no sense: frames may be missing, or shown at wrong times",
    ];
  if (isOutOfStep(track, sizes.length, times.ticks))
    return [
      "the steps between its frames do not add up to the length that its header states: times may be wrong",
    ];
  if (asksForAnotherSpeed(track))
    return ["the edit list asks for another speed, which is not followed: times may be wrong"];
  if (startsNowhere(track))
    return ["the edit list makes no sense: frames may be missing, or shown at wrong times"];
  const [shown, media] = statedSeconds(movie, track) ?? [0, 0];
  if (isCutOnPurpose(movie, track)) return [];
  const end = editEnd(movie, track);
  // Some writers leave the length of an edit open.
  if (
    shown > 0 &&
    Math.max(shown, media) > mostRatio * Math.min(shown, media) &&
    Math.abs(shown - media) > leastSeconds
  )
    return [contradiction(shown, media)];
  const late =
    end === null ? 0 : times.pts.reduce((count, time) => (time >= end ? count + 1 : count), 0);
  return late === 0
    ? []
    : [
        `${late} of ${sizes.length} frames come after the end that the edit list states, and count as none`,
      ];
}
