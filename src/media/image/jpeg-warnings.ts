import { jpegCodeDamage } from "../jpeg/jpeg-code-damage.ts";

/** Steps of brightness and of colour that the standard gives as examples (ITU-T T.81, Annex K.1), in the order that files keep them in. */
const exampleSteps = [
  [
    16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61, 60, 57, 51, 56, 55,
    64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
  ],
  [
    17, 18, 18, 24, 21, 24, 47, 26, 26, 47, 99, 66, 56, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  ],
] as const;
const stepCount = 64;
/** At the best qualities all steps are close to 1, so that tables of any origin look alike. */
const bestQuality = 95;
/** At the worst ones nearly all steps are 255. */
const worstQuality = 10;
/** Tables of another origin differ in more steps than this, those of mozjpeg in 13 at least. */
const mostDamaged = 8;
/** Some writers round otherwise, which moves many steps, but by no more than this. */
const rounding = 1;
/** Fewer steps than this are never a matter of rounding. */
const fewSteps = 2;

/**
 * Signs of damage in a JPEG file, which has no checksum, that decoders pass over: in its code, as far as `jpegCodeDamage` reads it, and in its tables. Nearly
 * all writers scale the standard's own tables by a quality as libjpeg does: a table that agrees with such a one but for a few steps was one.
 */
export function jpegWarnings(bytes: Uint8Array): readonly string[] {
  const damaged = [...stepTables(bytes).map(tableDamage), jpegCodeDamage(bytes)].filter((damage) => damage !== undefined);
  return damaged.slice(0, 1).map((damage) => `the picture is probably damaged: ${damage}`);
}

function tableDamage(table: Uint8Array): string | undefined {
  if (table.includes(0)) return "a step of its quantisation is 0";
  const { count, most, quality } = nearest(table);
  const isRounded = most <= rounding && count > fewSteps;
  if (count === 0 || count > mostDamaged || isRounded) return undefined;
  return `${count} of ${stepCount} steps of its quantisation are not those of quality ${quality}, as all others are`;
}

interface Deviation {
  readonly quality: number;
  readonly count: number;
  readonly most: number;
}

function nearest(table: Uint8Array): Deviation {
  let best: Deviation = { quality: 0, count: stepCount, most: 0 };
  for (const steps of exampleSteps)
    for (let quality = worstQuality; quality <= bestQuality && best.count > 0; quality++) {
      const found = deviation(table, steps, quality);
      if (found.count < best.count) best = found;
    }
  return best;
}

/** How many steps are not those of libjpeg at this quality, and by how much. */
function deviation(table: Uint8Array, steps: readonly number[], quality: number): Deviation {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  let count = 0;
  let most = 0;
  for (let at = 0; at < stepCount && count <= mostDamaged; at++) {
    const expected = Math.min(255, Math.max(1, Math.floor((steps[at]! * percent + 50) / 100)));
    const off = Math.abs(table[at]! - expected);
    if (off === 0) continue;
    count++;
    most = Math.max(most, off);
  }
  return { quality, count, most };
}

const tablesMarker = 0xdb;
const scanMarker = 0xda;

/** Those of 8 bits before the first scan. */
function stepTables(bytes: Uint8Array): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== scanMarker; ) {
    const end = at + 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
    if (bytes[at + 1] === tablesMarker) found.push(...tablesIn(bytes.subarray(at + 4, end)));
    at = end;
  }
  return found;
}

/** Each after a byte that tells its width and number. */
function tablesIn(segment: Uint8Array): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < segment.length; ) {
    const isWide = segment[at]! >> 4 !== 0;
    const end = at + 1 + (isWide ? 2 * stepCount : stepCount);
    if (!isWide && end <= segment.length) found.push(segment.subarray(at + 1, end));
    at = end;
  }
  return found;
}
