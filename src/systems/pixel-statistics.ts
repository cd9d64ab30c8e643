/** A picture as packed RGB. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** What can be told of a picture without understanding it. */
export interface PixelStatistics {
  /** Number of connected regions that differ from the background, specks left out. */
  readonly regions: number;
  /** Mean colour of what differs from the background; `null` where nothing does. */
  readonly colour: readonly [red: number, green: number, blue: number] | null;
  /** Centre of what differs from the background, as fractions of width and height. */
  readonly centre: readonly [x: number, y: number] | null;
  /** Share of the picture that differs from the background. */
  readonly share: number;
}

/** Sum of absolute differences of the three channels from which on a pixel is not background. */
const leastDifference = 120;
/** Regions smaller than this share of the picture are specks. */
const leastShare = 0.0015;

/**
 * Statistics of what stands out from the background, which is taken to be the colour of the
 * corners.
 */
export function pixelStatistics({ width, height, rgb }: Picture): PixelStatistics {
  const background = cornerColour({ width, height, rgb });
  const mask = new Uint8Array(width * height);
  const sums = [0, 0, 0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    const difference =
      Math.abs(rgb[3 * i]! - background[0]) +
      Math.abs(rgb[3 * i + 1]! - background[1]) +
      Math.abs(rgb[3 * i + 2]! - background[2]);
    if (difference < leastDifference) continue;
    mask[i] = 1;
    for (let channel = 0; channel < 3; channel++) sums[channel]! += rgb[3 * i + channel]!;
    sums[3]! += i % width;
    sums[4]! += Math.floor(i / width);
  }
  const count = mask.reduce((sum, one) => sum + one, 0);
  const [red, green, blue, x, y] = sums.map((sum) => sum / Math.max(1, count)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    regions: countRegions(mask, width),
    colour: count === 0 ? null : [red, green, blue],
    centre: count === 0 ? null : [x / width, y / height],
    share: count / mask.length,
  };
}

function cornerColour({ width, height, rgb }: Picture): readonly [number, number, number] {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  const channel = (offset: number) =>
    corners.reduce((sum, at) => sum + rgb[3 * at + offset]!, 0) / corners.length;
  return [channel(0), channel(1), channel(2)];
}

/** Regions of neighbours in the four directions; clears the mask as it goes. */
function countRegions(mask: Uint8Array, width: number): number {
  const least = Math.max(4, leastShare * mask.length);
  let regions = 0;
  const stack: number[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0) continue;
    let size = 0;
    stack.push(start);
    mask[start] = 0;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      size++;
      for (const next of [
        at - width,
        at + width,
        at % width === 0 ? -1 : at - 1,
        (at + 1) % width === 0 ? -1 : at + 1,
      ]) {
        if (next < 0 || next >= mask.length || mask[next] === 0) continue;
        mask[next] = 0;
        stack.push(next);
      }
    }
    if (size >= least) regions++;
  }
  return regions;
}
