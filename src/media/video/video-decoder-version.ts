import { readFileSync } from "node:fs";
import { getFFmpegInfo } from "node-av/lib";
import { codecManifest } from "./codec-manifest.ts";

/** What decodes, for the record of a run: pixels may differ in their last bit between versions. */
export function videoDecoderVersion(): string {
  const { version, libraries } = getFFmpegInfo();
  return `node-av ${packageVersion()} (FFmpeg ${version}, libavcodec ${libraries.avcodec}, libswscale ${libraries.swscale})`;
}

/** From its manifest: the package tells its version nowhere else. */
function packageVersion(): string {
  const manifest = codecManifest();
  return manifest
    ? (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version
    : "unknown";
}
