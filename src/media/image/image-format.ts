export type ImageFormat = "png" | "jpeg" | "webp" | "bmp" | "tiff";

const openings: readonly (readonly [ImageFormat, string])[] = [
  ["png", "\x89PNG\r\n\x1a\n"],
  ["jpeg", "\xff\xd8\xff"],
  ["bmp", "BM"],
  ["tiff", "II*\0"],
  ["tiff", "MM\0*"],
  ["tiff", "II+\0"],
  ["tiff", "MM\0+"],
];

/**
 * The format by the first bytes, whatever the name of the file says; null for all that is not read
 * as a picture, such as SVG and GIF.
 */
export function imageFormat(bytes: Uint8Array): ImageFormat | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "webp";
  return openings.find(([, opening]) => start.startsWith(opening))?.[0] ?? null;
}
