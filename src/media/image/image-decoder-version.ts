import sharp from "sharp";

/**
 * What reads, scales and encodes pictures, with versions, such as `sharp 0.35.5, libvips 8.18.7`.
 * Bitmaps are read by Vidimus itself.
 */
export function imageDecoderVersion(): string {
  const { sharp: version = "unknown", vips } = sharp.versions;
  return `sharp ${version}, libvips ${vips}`;
}
