import { bmpHeader, bmpPixelBytes } from "../image/bmp-header.ts";

/** A WebP with bytes after the end that its header states: the size there may be wrong. */
export function webpWarnings(bytes: Uint8Array): readonly string[] {
  const end = 8 + viewOf(bytes).getUint32(4, true);
  // One byte may fill the last chunk up to an even length.
  return bytes.length > end + 1
    ? [`${bytes.length - end} bytes follow the end that the file states`]
    : [];
}

/** Colour profiles follow the pixels in files with the longest header. */
const profileHeaderBytes = 124;
/** Some writers fill the file up. */
const looseBytes = 16;

/** A bitmap with bytes after its pixels: its width or height may be wrong. */
export function bmpWarnings(bytes: Uint8Array): readonly string[] {
  const view = viewOf(bytes);
  const header = bmpHeader(view);
  const left = bytes.length - header.dataOffset - bmpPixelBytes(header);
  const hasProfile = view.getUint32(14, true) === profileHeaderBytes;
  return left > looseBytes && !hasProfile
    ? [`${left} bytes follow the pixels: its size may be wrong`]
    : [];
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
