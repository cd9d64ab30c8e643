/** How frames reach a system that computes on pixels: 8-bit RGB in exactly this size. */
export interface PixelShape {
  readonly width: number;
  readonly height: number;
  /**
   * `stretch`: to exactly this size, whatever the ratio of the sides; `crop`: the shorter side is
   * scaled to the size and the middle cut out.
   */
  readonly resize: "stretch" | "crop";
  readonly filter: "bicubic" | "bilinear";
}
