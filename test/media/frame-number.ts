/**
 * A picture that says which frame it is: a grid of 4 × 4 blocks, black or white, twelve for the
 * number and four for a check. Large blocks of plain grey survive every lossy codec; the check
 * turns a mirrored, rotated, mixed or grey picture into `null` instead of a wrong number.
 */
const SIDE = 4;
const NUMBER_BITS = 12;

/** The numbers that fit. */
export const MAX_FRAME_NUMBER: number = 2 ** NUMBER_BITS - 1;

/** Whether the block at this place is white, row by row from the top left. */
export function isWhite(number: number, block: number): boolean {
  const word = (number << 4) | check(number);
  return ((word >> (SIDE * SIDE - 1 - block)) & 1) === 1;
}

/** The block that a pixel lies in, for pictures of any size. */
export function blockAt(
  x: number,
  y: number,
  size: { readonly width: number; readonly height: number },
): number {
  return Math.floor((y * SIDE) / size.height) * SIDE + Math.floor((x * SIDE) / size.width);
}

/** Reads the number back from packed RGB; `null` where the picture holds none. */
export function readFrameNumber(rgb: Uint8Array, width: number, height: number): number | null {
  let word = 0;
  for (let block = 0; block < SIDE * SIDE; block++) {
    const light = meanLight(rgb, { width, height }, block);
    if (light > 90 && light < 165) return null;
    word = (word << 1) | (light >= 165 ? 1 : 0);
  }
  const number = word >> 4;
  return check(number) === (word & 15) ? number : null;
}

/** The mean of the middle half of a block, so that ringing at its edges is of no matter. */
function meanLight(
  rgb: Uint8Array,
  { width, height }: { width: number; height: number },
  block: number,
): number {
  const column = block % SIDE;
  const row = Math.floor(block / SIDE);
  let sum = 0;
  let count = 0;
  for (
    let y = Math.floor(((row + 0.25) * height) / SIDE);
    y < ((row + 0.75) * height) / SIDE;
    y++
  ) {
    for (
      let x = Math.floor(((column + 0.25) * width) / SIDE);
      x < ((column + 0.75) * width) / SIDE;
      x++
    ) {
      const at = (y * width + x) * 3;
      sum += 0.299 * rgb[at]! + 0.587 * rgb[at + 1]! + 0.114 * rgb[at + 2]!;
      count++;
    }
  }
  return sum / count;
}

/** Never the same for a number and its neighbours, nor 0 for 0. */
function check(number: number): number {
  return (number * 5 + (number >> 4) * 3 + (number >> 8) * 7 + 9) & 15;
}
