import { imageScaling } from "./image/encode-frame.ts";
import { imageDecoderVersion } from "./image/image-decoder-version.ts";
import { videoScaling } from "./video/rgb-converter.ts";
import { videoDecoderVersion } from "./video/video-decoder-version.ts";

/**
 * What decodes and scales pictures and videos here, with versions: part of the work key, since
 * another may show other pixels.
 */
export function decoderVersion(): string {
  return `${videoDecoderVersion()}, scaled by ${videoScaling}; ${imageDecoderVersion()}, scaled by ${imageScaling}`;
}
