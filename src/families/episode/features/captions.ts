import { z } from "zod";
import { firstIssue } from "../../../core/first-issue.ts";
import { frameNames } from "./frame-names.ts";
import { cleanLabel } from "./windows.ts";

/** What captions say of every frame. */
export interface FrameCaptions {
  readonly actions: readonly string[];
  readonly subtasks: readonly string[];
  readonly objects: readonly (readonly string[])[];
  readonly interactions: readonly string[];
  /** Frame names that are names of no frame, as they stand. */
  readonly unknown: readonly string[];
}

const frameName = z.union([z.string(), z.number()]);
const segmentSchema = z.object({
  "Sub Task": z.string().nullish(),
  start_frame: frameName.nullish(),
  end_frame: frameName.nullish(),
  "Current Action": z
    .array(
      z.object({
        start_frame_name: frameName.nullish(),
        end_frame_name: frameName.nullish(),
        label: z.string().nullish(),
        description: z.string().nullish(),
      }),
    )
    .nullish(),
  objects: z.record(z.string(), z.array(z.unknown())).nullish(),
  interaction: z.record(z.string(), z.string().nullish()).nullish(),
});
const captionSchema = z.object({ segments: z.array(segmentSchema) });

type Segment = z.infer<typeof segmentSchema>;

/** @throws {Error} that says which member of the caption is wrong. */
export function parseCaption(text: string): readonly Segment[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`is no JSON: ${(error as Error).message}`);
  }
  const parsed = captionSchema.safeParse(value);
  if (parsed.success) return parsed.data.segments;
  throw new Error(firstIssue(parsed.error, "the caption"));
}

export interface CaptionedFrames {
  readonly count: number;
  readonly names?: readonly string[] | undefined;
  readonly timestamps?: ArrayLike<number> | undefined;
}

/**
 * Captions frame by frame. Ends belong to what they end. Frames of a segment without an action take
 * the last one before, else the first; objects and interaction carry on within the segment; frames
 * outside all segments repeat the frame before.
 */
export function frameCaptions(
  segments: readonly Segment[],
  frames: CaptionedFrames,
): FrameCaptions {
  const { count } = frames;
  const names = frameNames(frames);
  const unknown: string[] = [];
  const find = (name: string | number | null | undefined) => {
    if (name === null || name === undefined) return undefined;
    const frame = names(name);
    if (frame === undefined) unknown.push(String(name));
    return frame;
  };
  const actions = Array<string | undefined>(count);
  const subtasks = Array<string | undefined>(count);
  const objects = Array<readonly string[] | undefined>(count);
  const interactions = Array<string | undefined>(count);
  for (const segment of segments) {
    const from = find(segment.start_frame);
    const to = find(segment.end_frame);
    if (from === undefined || to === undefined || to < from) continue;
    fillActions(actions, segment, { from, to, find });
    carryOn(objects, keyed(segment.objects, find, words), { from, to, start: [] });
    carryOn(
      interactions,
      keyed(segment.interaction, find, (text) => String(text ?? "").trim()),
      {
        from,
        to,
        start: "",
      },
    );
    for (let frame = from; frame <= to; frame++) subtasks[frame] = cleanLabel(segment["Sub Task"]);
  }
  return {
    actions: repeated(actions, ""),
    subtasks: repeated(subtasks, ""),
    objects: repeated(objects, []),
    interactions: repeated(interactions, ""),
    unknown,
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

type Find = (name: string | number | null | undefined) => number | undefined;

function fillActions(
  actions: (string | undefined)[],
  segment: Segment,
  { from, to, find }: Span & { readonly find: Find },
): void {
  const own = Array<string | undefined>(to - from + 1);
  let first: string | undefined;
  for (const action of segment["Current Action"] ?? []) {
    const start = find(action.start_frame_name);
    const end = find(action.end_frame_name);
    if (start === undefined || end === undefined) continue;
    const label = cleanLabel(action.label);
    first ??= label;
    for (let frame = Math.max(from, start); frame <= Math.min(to, end); frame++)
      own[frame - from] = label;
  }
  let last = first ?? "";
  for (let frame = from; frame <= to; frame++) {
    last = own[frame - from] ?? last;
    actions[frame] = last;
  }
}

function keyed<Given, T>(
  values: Readonly<Record<string, Given>> | null | undefined,
  find: Find,
  read: (value: Given) => T,
): ReadonlyMap<number, T> {
  const found = new Map<number, T>();
  for (const [name, value] of Object.entries(values ?? {})) {
    const frame = find(name);
    if (frame !== undefined) found.set(frame, read(value));
  }
  return found;
}

function words(list: readonly unknown[]): readonly string[] {
  return list.flatMap((item) => {
    const text = typeof item === "string" ? item.trim() : "";
    return text === "" ? [] : [text];
  });
}

function carryOn<T>(
  frames: (T | undefined)[],
  values: ReadonlyMap<number, T>,
  { from, to, start }: Span & { readonly start: T },
): void {
  let last = start;
  for (let frame = from; frame <= to; frame++) {
    last = values.get(frame) ?? last;
    frames[frame] = last;
  }
}

function repeated<T>(frames: readonly (T | undefined)[], start: T): readonly T[] {
  let last = start;
  return Array.from(frames, (value) => {
    last = value ?? last;
    return last;
  });
}
