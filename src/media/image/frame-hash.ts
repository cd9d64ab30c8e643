/** Fewer grey levels of spread than this, and what is brighter than what is noise. */
const leastSpread = 4;
const [width, height] = [9, 8];

/**
 * A perceptual hash of 64 bits: of a picture scaled to 9 × 8 grey values, whether each is brighter
 * than its right neighbour. Alike for copies of other size, quality or brightness. `undefined` for
 * pictures of one colour, which would all be alike.
 */
export async function frameHash(bytes: Uint8Array): Promise<bigint | undefined> {
  const { default: sharp } = await import("sharp");
  const grey = await sharp(bytes)
    .greyscale()
    .resize({ width, height, fit: "fill" })
    .raw()
    .toBuffer();
  return differenceHash(grey);
}

function differenceHash(grey: Uint8Array): bigint | undefined {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const variance = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length;
  if (Math.sqrt(variance) < leastSpread) return undefined;
  let hash = 0n;
  for (let row = 0; row < height; row++)
    for (let column = 0; column + 1 < width; column++) {
      const at = row * width + column;
      hash = (hash << 1n) | (grey[at]! > grey[at + 1]! ? 1n : 0n);
    }
  return hash;
}

/** In how many of 64 bits two hashes differ: about 32 for pictures that have nothing in common. */
export function hashDistance(first: bigint, second: bigint): number {
  let [left, count] = [first ^ second, 0];
  while (left > 0n) {
    left &= left - 1n;
    count++;
  }
  return count;
}
