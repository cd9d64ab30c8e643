import { endianness } from "node:os";

/**
 * So many 32-bit numbers of a table, in the order of this machine; `null` where the table is cut
 * off. Turned round all at once: reading them one by one takes longer than decoding some frames
 * (`bench media`).
 */
function numbersAt(list: Buffer, at: number, count: number): Uint32Array | null {
  if (list.length < at + 4 * count) return null;
  const bytes = new Uint8Array(4 * count);
  bytes.set(list.subarray(at, at + 4 * count));
  const numbers = new Uint32Array(bytes.buffer);
  if (endianness() === "LE") Buffer.from(bytes.buffer).swap32();
  return numbers;
}

/**
 * More than any time between two frames; larger ones are damage, which demuxers mend in ways of
 * their own.
 */
const mostTicks = 1 << 28;

/** More samples of one size than this are a number that is damaged. */
const mostAlike = 1_000_000;

/** Bytes of every sample (`stsz`); `null` where the list is cut off or a sample is empty. */
export function readSizes(list: Buffer | null): Uint32Array | null {
  if (!list || list.length < 12) return null;
  const same = list.readUInt32BE(4);
  const count = list.readUInt32BE(8);
  if (same > 0) return count <= mostAlike ? new Uint32Array(count).fill(same) : null;
  const sizes = numbersAt(list, 12, count);
  return sizes?.includes(0) ? null : sizes;
}

/**
 * When every sample is shown, before edits (`stts`, `ctts`), and for how long the last one in
 * decoding is.
 */
export interface SampleTimes {
  /**
   * Whole numbers, as loops that run only once per file allocate for every other (`bench media`).
   */
  readonly pts: Int32Array;
  readonly lastDuration: number;
  /** What all steps take together. */
  readonly ticks: number;
}

/**
 * `null` where the lists do not cover all samples exactly, time stands still, or runs beyond 31
 * bits: hours at the finest clocks.
 */
export function readTimes(
  count: number,
  steps: Buffer | null,
  offsets: Buffer | null,
): SampleTimes | null {
  const pts = new Int32Array(count);
  const lastDuration = addSteps(pts, steps);
  if (lastDuration === null) return null;
  const ticks = (pts.at(-1) ?? 0) + lastDuration;
  return !offsets || addOffsets(pts, offsets) ? { pts, lastDuration, ticks } : null;
}

/** Entries of (how many samples, value). */
function entriesOf(list: Buffer | null): Uint32Array | null {
  const count = list && list.length >= 8 ? list.readUInt32BE(4) : 0;
  return list && count > 0 ? numbersAt(list, 8, 2 * count) : null;
}

function addSteps(pts: Int32Array, list: Buffer | null): number | null {
  const entries = entriesOf(list);
  if (!entries) return null;
  let at = 0;
  let time = 0;
  let step = 0;
  for (let entry = 0; entry < entries.length; entry += 2) {
    const end = at + entries[entry]!;
    step = entries[entry + 1]!;
    // Many writers give the last sample no duration: nothing follows that it would move.
    if (
      end === at ||
      end > pts.length ||
      step > mostTicks ||
      (step === 0 && (end < pts.length || end - at > 1))
    )
      return null;
    for (; at < end; at++, time += step) pts[at] = time;
  }
  return at === pts.length && time < 2 ** 31 - mostTicks ? step : null;
}

function addOffsets(pts: Int32Array, list: Buffer): boolean {
  const entries = entriesOf(list);
  if (!entries) return false;
  let at = 0;
  for (let entry = 0; entry < entries.length; entry += 2) {
    const end = at + entries[entry]!;
    const offset = entries[entry + 1]! | 0;
    if (end === at || end > pts.length || Math.abs(offset) > mostTicks) return false;
    for (; at < end; at++) pts[at]! += offset;
  }
  return at === pts.length;
}

/**
 * Which samples are key frames (`stss`): all where there is no list. The first one must be; `null`
 * where it is not, or the list is damaged.
 */
export function readKeys(count: number, list: Buffer | null): Uint8Array | null {
  if (!list) return new Uint8Array(count).fill(1);
  const numbers = list.length >= 8 ? numbersAt(list, 8, list.readUInt32BE(4)) : null;
  if (numbers?.[0] !== 1) return null;
  const keys = new Uint8Array(count);
  let last = 0;
  for (const number of numbers) {
    if (number <= last || number > count) return null;
    keys[number - 1] = 1;
    last = number;
  }
  return keys;
}

/** The chunks that samples lie in: `stsc`, and one of `stco` and `co64`. */
export interface ChunkLists {
  readonly runs: Buffer | null;
  readonly short: Buffer | null;
  readonly long: Buffer | null;
}

/** Where the last sample of the file ends; `null` where the chunks do not hold all samples. */
export function endOfSamples(sizes: Uint32Array, { runs, short, long }: ChunkLists): number | null {
  const list = short ?? long;
  if (!runs || !list || (short && long) || runs.length < 8 || list.length < 8) return null;
  const chunks = list.readUInt32BE(4);
  const places = numbersAt(list, 8, short ? chunks : 2 * chunks);
  const entries = numbersAt(runs, 8, 3 * runs.readUInt32BE(4));
  if (!places || entries?.[0] !== 1) return null;
  let sample = 0;
  let end = 0;
  for (let entry = 0; entry < entries.length; entry += 3) {
    const perChunk = entries[entry + 1]!;
    const to = entries[entry + 3] ?? chunks + 1;
    if (to <= entries[entry]! || to > chunks + 1) return null;
    for (let chunk = entries[entry]! - 1; chunk < to - 1; chunk++) {
      let at = short ? places[chunk]! : places[2 * chunk]! * 2 ** 32 + places[2 * chunk + 1]!;
      if (sample + perChunk > sizes.length) return null;
      for (const stop = sample + perChunk; sample < stop; sample++) at += sizes[sample]!;
      end = Math.max(end, at);
    }
  }
  return sample === sizes.length ? end : null;
}
