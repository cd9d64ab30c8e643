import { imageDecoderVersion } from "./image/image-decoder-version.ts";
import { decoderVersion as videoDecoderVersion } from "./video/decoder-version.ts";

/** What decodes pictures and videos here, with versions: part of the work key, since another version may show other pixels. */
export function decoderVersion(): string {
  return `${videoDecoderVersion()}; ${imageDecoderVersion()}`;
}
