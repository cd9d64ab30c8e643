import { growing } from "../../math/growing-array.ts";
import { sortByKey } from "../../math/sort-by-key.ts";
import type { DetectedEvent, HasEvents, HasTimedEvents, TruthEvent } from "./has-events.ts";

/**
 * Events of one kind, one element each; those of type t stand from `starts[t]` to `starts[t + 1]`.
 */
interface EventColumns {
  readonly starts: Uint32Array;
  /** Where each stands among all as they were given, video by video. */
  readonly given: Uint32Array;
  readonly type: Uint32Array;
  readonly video: Uint32Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/**
 * The events of all videos as columns, sorted once, so that a weighting of the videos is scored in
 * one pass.
 */
export interface PackedEvents {
  readonly videoCount: number;
  /** Length of each video; NaN where it is not known. */
  readonly hours: Float64Array;
  /**
   * All types that occur, in the order of their UTF-16 units, so that the order of videos does not
   * matter.
   */
  readonly types: readonly string[];
  /** Within a type by video, then in the order given. */
  readonly truths: EventColumns & { readonly ambiguous: Uint8Array };
  /**
   * Within a type by falling confidence; equal ones by the order of their videos, then in the order
   * given.
   */
  readonly detections: EventColumns & {
    readonly confidence: Float64Array;
    /** NaN where no alert was reported. */
    readonly alert: Float64Array;
  };
  /**
   * Positions of detections: within a type, in the order of their videos, then in the order given.
   */
  readonly asGiven: Uint32Array;
  /** Positions of detections: over all types, by falling confidence. */
  readonly byConfidence: Uint32Array;
}

/**
 * Whose detections come first among equal confidences: those of the video that the data names
 * first, or of the first name (by UTF-16 units).
 */
export type TieOrder = "input-order" | "video-name";

export function packEvents(
  evidence: Iterable<HasEvents | HasTimedEvents>,
  ties: TieOrder = "input-order",
): PackedEvents {
  const { videoCount, hours, types, truths, detections, ranks } = collect(evidence, ties);
  const typeCount = types.length;
  const byType = groupByType(truths.type.view(), { typeCount });
  const inOrder = groupByType(
    detections.video.view().map((video) => ranks[video]!),
    { typeCount: videoCount },
  ).order;
  const falling = picked(inOrder, fallingOrder(picked(detections.confidence.view(), inOrder)));
  const sorted = groupByType(detections.type.view(), { typeCount, order: falling });
  const position = new Uint32Array(falling.length);
  for (let i = 0; i < position.length; i++) position[sorted.order[i]!] = i;
  const given = groupByType(detections.type.view(), { typeCount, order: inOrder }).order;
  return {
    videoCount,
    hours,
    types,
    truths: {
      ...columns(truths, byType),
      ambiguous: picked(truths.ambiguous.view(), byType.order),
    },
    detections: {
      ...columns(detections, sorted),
      confidence: picked(detections.confidence.view(), sorted.order),
      alert: picked(detections.alert.view(), sorted.order),
    },
    asGiven: given.map((item) => position[item]!),
    byConfidence: falling.map((item) => position[item]!),
  };
}

function growingColumns() {
  return {
    type: growing.words(),
    video: growing.words(),
    start: growing.numbers(),
    end: growing.numbers(),
  };
}

type GrowingColumns = ReturnType<typeof growingColumns>;

/**
 * Everything in the order given, types numbered in sorted order; the rank of each video among equal
 * confidences.
 */
function collect(evidence: Iterable<HasEvents | HasTimedEvents>, ties: TieOrder) {
  const truths = { ...growingColumns(), ambiguous: growing.bytes() };
  const detections = {
    ...growingColumns(),
    confidence: growing.numbers(),
    alert: growing.numbers(),
  };
  const hours = growing.numbers();
  const codes = new Map<string, number>();
  const keys: (string | number)[] = [];
  let videoCount = 0;
  for (const video of evidence) {
    keys.push((ties === "video-name" ? video.video : video.position) ?? videoCount);
    hours.push(
      "durationSeconds" in video && video.durationSeconds !== null
        ? video.durationSeconds / 3600
        : Number.NaN,
    );
    for (const truth of video.truths) {
      for (const type of typesOf(truth, video)) {
        pushEvent(truths, { event: truth, type: codeOf(type, codes), video: videoCount });
        truths.ambiguous.push(truth.ambiguous ? 1 : 0);
      }
    }
    for (const detection of video.detections) {
      if (!Number.isFinite(detection.confidence))
        throw new RangeError(`confidence must be a number, got ${detection.confidence}`);
      pushEvent(detections, {
        event: detection,
        type: codeOf(detection.type, codes),
        video: videoCount,
      });
      detections.confidence.push(detection.confidence);
      detections.alert.push(detection.alertSeconds ?? Number.NaN);
    }
    videoCount++;
  }
  const types = [...codes.keys()].sort();
  const places = new Uint32Array(types.length);
  for (const [rank, type] of types.entries()) places[codes.get(type)!] = rank;
  for (const column of [truths.type.view(), detections.type.view()])
    for (let i = 0; i < column.length; i++) column[i] = places[column[i]!]!;
  return { videoCount, hours: hours.view(), types, truths, detections, ranks: ranksOf(keys) };
}

/** The place of each key among all, in rising order; equal ones as they stand. */
function ranksOf(keys: readonly (string | number)[]): Uint32Array {
  const order = Uint32Array.from(keys.keys()).sort((a, b) =>
    keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b,
  );
  const ranks = new Uint32Array(keys.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank;
  return ranks;
}

/**
 * An ambiguous event of any type is one of each type that was detected in its video, or happens
 * there: a detection may yet be given that type.
 */
export function typesOf(
  { type, ambiguous }: TruthEvent,
  { truths, detections }: HasEvents,
): Iterable<string> {
  if (!ambiguous || type !== "") return [type];
  return new Set(
    [...detections, ...truths].flatMap((event) => (event.type === "" ? [] : [event.type])),
  );
}

function codeOf(type: string, codes: Map<string, number>): number {
  let code = codes.get(type);
  if (code === undefined) {
    code = codes.size;
    codes.set(type, code);
  }
  return code;
}

interface NewEvent {
  readonly event: TruthEvent | DetectedEvent;
  readonly type: number;
  readonly video: number;
}

function pushEvent(
  into: GrowingColumns,
  { event: { startSeconds, endSeconds }, type, video }: NewEvent,
): void {
  if (!(Number.isFinite(startSeconds) && Number.isFinite(endSeconds) && startSeconds <= endSeconds))
    throw new RangeError(
      `an event must end after its start, got ${startSeconds} to ${endSeconds} s`,
    );
  into.type.push(type);
  into.video.push(video);
  into.start.push(startSeconds);
  into.end.push(endSeconds);
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Below this, comparing is faster than counting digits. */
const fewNumbers = 4096;

/** The order of falling numbers; equal ones keep theirs. */
function fallingOrder(numbers: Float64Array): Uint32Array {
  if (numbers.length < fewNumbers)
    return Uint32Array.from(numbers.keys()).sort((a, b) => numbers[b]! - numbers[a]!);
  // Turning −0 into 0 and flipping the bits makes the order of unsigned integers that of falling
  // numbers.
  const halves = new Uint32Array(numbers.map((number) => number + 0).buffer);
  const [lowHalf, highHalf] = isLittleEndian ? [0, 1] : [1, 0];
  const high = new Uint32Array(numbers.length);
  const low = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const top = halves[2 * i + highHalf]!;
    const bottom = halves[2 * i + lowHalf]!;
    const isNegative = top >>> 31 === 1;
    high[i] = isNegative ? top : 0x7fffffff - top;
    low[i] = isNegative ? bottom : ~bottom;
  }
  return sortByKey(high, low);
}

interface Grouped {
  readonly order: Uint32Array;
  readonly starts: Uint32Array;
}

/** A counting sort by type that keeps the given order within each. */
export function groupByType(
  type: Uint32Array,
  { typeCount, order }: { readonly typeCount: number; readonly order?: Uint32Array },
): Grouped {
  const starts = new Uint32Array(typeCount + 1);
  for (let i = 0; i < type.length; i++) starts[type[i]! + 1]!++;
  for (let t = 0; t < typeCount; t++) starts[t + 1]! += starts[t]!;
  const next = starts.slice();
  const grouped = new Uint32Array(type.length);
  for (let i = 0; i < type.length; i++) {
    const item = order ? order[i]! : i;
    grouped[next[type[item]!]!++] = item;
  }
  return { order: grouped, starts };
}

function columns(from: GrowingColumns, { order, starts }: Grouped): EventColumns {
  return {
    starts,
    given: order,
    type: picked(from.type.view(), order),
    video: picked(from.video.view(), order),
    start: picked(from.start.view(), order),
    end: picked(from.end.view(), order),
  };
}

/** The values at these positions, which are no more than there are values. */
export function picked<T extends Uint8Array | Uint32Array | Float64Array>(
  values: T,
  order: Uint32Array,
): T {
  const result = values.slice(0, order.length) as T;
  for (let i = 0; i < order.length; i++) result[i] = values[order[i]!]!;
  return result;
}
