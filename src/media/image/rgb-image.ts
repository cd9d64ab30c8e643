/**
 * A picture in memory: 8-bit RGB, rows from the top without gaps, so `rgb` has `3 * width * height`
 * bytes.
 */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}
