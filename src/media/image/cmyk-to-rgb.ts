/**
 * Packed CMYK8 to RGB8 without colour management, with the rounding of Pillow's `convert("RGB")`:
 * each is (255 − K) · (1 − ink).
 */
export function cmykToRgb(cmyk: Uint8Array): Uint8Array {
  const pixels = Math.floor(cmyk.length / 4);
  const rgb = new Uint8Array(3 * pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const white = 255 - cmyk[4 * pixel + 3]!;
    for (let c = 0; c < 3; c++)
      rgb[3 * pixel + c] = white - Math.round((cmyk[4 * pixel + c]! * white) / 255);
  }
  return rgb;
}
