import { tiffStrips } from "../../src/media/image/tiff-strips.ts";
import { codedParts } from "./coded-parts.ts";
import type { Range } from "./file-range.ts";

/** Which parts of a whole picture hold its pixels, plain or coded; none where a checksum guards them. */
export const picturePayload: Readonly<Record<string, (bytes: Buffer) => readonly Range[]>> = {
  png: () => [],
  jpeg: (bytes) => codedParts(bytes, "jpeg"),
  webp: (bytes) => [{ from: bytes.indexOf("VP8 ") + 18, to: bytes.length }],
  bmp: (bytes) => [{ from: bytes.readUInt32LE(10), to: bytes.length }],
  tiff: (bytes) => tiffStrips(bytes)!.strips.map(({ from, to }) => ({ from, to })),
};
