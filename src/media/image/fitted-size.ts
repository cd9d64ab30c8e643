export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a picture whose longer side is to be at most so long; never larger than it is. The
 * shorter side keeps the ratio, rounded to the nearest pixel (half up), and is at least 1.
 */
export function fittedSize({ width, height }: Size, longestSide: number | null): Size {
  const longer = Math.max(width, height);
  if (longestSide === null || longer <= longestSide) return { width, height };
  const scaled = (side: number) => Math.max(1, Math.round((side * longestSide) / longer));
  return { width: scaled(width), height: scaled(height) };
}
