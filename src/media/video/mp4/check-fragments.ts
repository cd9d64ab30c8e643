import { open } from "node:fs/promises";
import { MediaError } from "../media-error.ts";
import { type Box, boxHeaderBytes } from "./boxes.ts";
import { readLayout } from "./read-moov.ts";

/**
 * No fragment has as many; a demuxer that is told of more makes room for them all, which takes it
 * many seconds each time.
 */
const mostFrames = 1_000_000;
/** The table of a fragment with the most frames, and then some. */
const mostBytes = 1 << 24;

/**
 * Refuses a fragmented file one of whose tables claims more frames than any fragment has: @throws
 * {MediaError}. Other damage is for the demuxer.
 */
export async function checkFragments(path: string): Promise<void> {
  // What cannot be read is for the demuxer to say.
  const { boxes } = await readLayout(path).catch(() => ({ boxes: [] }));
  if (!boxes.some(({ type }) => type === "moof")) return;
  await using file = await open(path);
  for (const { type, bodyAt, end } of boxes) {
    if (type !== "moof" || end - bodyAt > mostBytes) continue;
    const { buffer } = await file.read(Buffer.alloc(end - bodyAt), 0, end - bodyAt, bodyAt);
    const runs = looseBoxes(buffer).flatMap((box) =>
      box.type === "traf" ? looseBoxes(box.body) : [],
    );
    for (const { type: inner, body } of runs)
      if (inner === "trun" && body.length >= 8 && body.readUInt32BE(4) > mostFrames)
        throw new MediaError(
          path,
          `a fragment claims ${body.readUInt32BE(4)} frames: its table is damaged`,
        );
  }
}

/** As FFmpeg reads them: what does not fit is cut off. */
function looseBoxes(body: Buffer): readonly Box[] {
  const found: Box[] = [];
  for (let at = 0; at + 8 <= body.length; ) {
    const short = body.readUInt32BE(at);
    const isLong = short === 1 && at + boxHeaderBytes <= body.length;
    const headerBytes = isLong ? boxHeaderBytes : 8;
    const size = isLong ? Number(body.readBigUInt64BE(at + 8)) : short || body.length - at;
    const end = Math.min(body.length, at + Math.max(size, headerBytes));
    found.push({
      type: body.toString("latin1", at + 4, at + 8),
      body: body.subarray(at + headerBytes, end),
    });
    at = end;
  }
  return found;
}
