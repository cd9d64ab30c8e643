import { open } from "node:fs/promises";
import { areSound, type Box, boxAt, boxesIn } from "./boxes.ts";
import type { Mp4Layout } from "./read-moov.ts";

/** Headers of fragments that are larger are not looked into. */
const mostBytes = 1 << 24;
/** Nor are files of more fragments: a day of them at two seconds each has fewer. */
const mostFragments = 50_000;
/** Of so many fragments with even steps, a single one with others is a wrong number rather than a change of rate. */
const leastFragments = 4;

/** What the headers of the fragments of an MP4 tell of frames that are missing or shown at wrong times, which FFmpeg passes over without a word. */
export async function fragmentWarnings(path: string, { boxes }: Mp4Layout, trackId: number): Promise<readonly string[]> {
  const headers = boxes.filter(({ type, bodyAt, end }) => type === "moof" && end - bodyAt <= mostBytes);
  if (headers.length === 0 || headers.length > mostFragments) return [];
  await using file = await open(path);
  const steps: number[] = [];
  let damaged = 0;
  for (const { bodyAt, end } of headers) {
    const { buffer } = await file.read(Buffer.alloc(end - bodyAt), 0, end - bodyAt, bodyAt);
    if (!areSound(buffer)) damaged++;
    else steps.push(...stepsOf(buffer, trackId));
  }
  if (damaged > 0)
    return [`the boxes within the headers of ${damaged} of ${headers.length} fragments do not add up: frames may be missing`];
  return oddSteps(steps);
}

/** A step that a single fragment has where all others agree on another. */
function oddSteps(steps: readonly number[]): readonly string[] {
  if (steps.length < leastFragments || steps.includes(uneven)) return [];
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1]!;
  const odd = steps.filter((step) => step !== usual);
  const [only, second] = odd;
  if (only === undefined || second !== undefined || 10 * Math.abs(only - usual) < usual) return [];
  return [`in one of ${steps.length} fragments frames follow at ${only} ticks, in all others at ${usual}: times may be wrong`];
}

const uneven = -1;

/** The step that all frames of a track have in a fragment, of each that has more than one frame and states it once for all; else `uneven`. */
function stepsOf(fragment: Buffer, trackId: number): readonly number[] {
  const tracks = boxesIn(fragment)?.filter(({ type, body }) => type === "traf" && headerOf(body)?.trackId === trackId) ?? [];
  return tracks.flatMap(({ body }) => {
    const runs = boxesIn(body)?.filter(({ type }) => type === "trun") ?? [];
    if (runs.length === 0 || runs.reduce((sum, run) => sum + frameCount(run), 0) < 2) return [];
    return [runs.some(statesEachStep) ? uneven : (headerOf(body)!.step ?? uneven)];
  });
}

function frameCount({ body }: Box): number {
  return body.length >= 8 ? body.readUInt32BE(4) : 0;
}

function statesEachStep({ body }: Box): boolean {
  return body.length < 8 || (body.readUInt32BE(0) & 0x100) !== 0;
}

/** Of `tfhd`, whose fields are there where its flags say so (ISO/IEC 14496-12, 8.8.7). */
function headerOf(track: Buffer): { readonly trackId: number; readonly step: number | null } | null {
  const header = boxAt(track, "tfhd");
  if (!header || header.length < 8) return null;
  const flags = header.readUInt32BE(0);
  const stepAt = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  const hasStep = (flags & 8) !== 0 && header.length >= stepAt + 4;
  return { trackId: header.readUInt32BE(4), step: hasStep ? header.readUInt32BE(stepAt) : null };
}
