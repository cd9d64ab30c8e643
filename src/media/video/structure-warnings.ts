import { aviWarnings } from "./avi-rates.ts";
import type { Demuxer } from "./demuxer.ts";
import { gifWarnings } from "./gif-layout.ts";
import { matroskaWarnings } from "./matroska-layout.ts";
import { fragmentWarnings } from "./mp4/fragment-warnings.ts";
import { layoutWarnings, type Read } from "./mp4/layout-warnings.ts";
import { readLayout } from "./mp4/read-moov.ts";
import { timeWarnings } from "./mp4/time-warnings.ts";
import type { PacketIndex } from "./packet-index.ts";
import { transportWarnings } from "./transport-sync.ts";

/** What the parts that a file is made of tell of damage that FFmpeg passes over without a word. */
export async function structureWarnings({ path, format, stream }: Demuxer, { endByte }: PacketIndex): Promise<readonly string[]> {
  switch (format.iformat?.name?.split(",")[0]) {
    case "mov":
      return mp4Warnings(path, { endByte, streams: format.nbStreams, trackId: stream.id });
    case "matroska":
      return matroskaWarnings(path);
    case "gif":
      return gifWarnings(path);
    case "mpegts":
      return transportWarnings(path);
    case "avi":
      return aviWarnings(path);
    default:
      return [];
  }
}

async function mp4Warnings(path: string, read: Read & { readonly trackId: number }): Promise<readonly string[]> {
  const layout = await readLayout(path);
  return [...layoutWarnings(layout, read), ...(await fragmentWarnings(path, layout, read.trackId)), ...(await timeWarnings(path))];
}
