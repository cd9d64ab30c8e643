import { stat } from "node:fs/promises";
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_LOG_QUIET,
  AV_LOG_WARNING,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EINVAL,
  AVERROR_EOF,
  AVERROR_INVALIDDATA,
  AVMEDIA_TYPE_VIDEO,
} from "node-av/constants";
import { FormatContext, Log, Option, type Packet, type Stream } from "node-av/lib";
import { readMediaType } from "../media-type.ts";
import { checkCode, describeCode } from "./check-code.ts";
import { MediaError } from "./media-error.ts";

/**
 * The containers that are opened. Without such a list FFmpeg would take a text file for a teletype,
 * and follow playlists to other files and hosts.
 */
const FORMATS =
  "mov,matroska,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,gif,apng,webp_anim,mjpeg,mjpeg_2000,m4v,h264,hevc,vvc,av1,obu,ivf,mxf,nut,rm,dv,y4m,yuv4mpegpipe,vob,wav,w64,mp3,aac,flac,ac3,eac3,amr,aiff,caf,ape,wv,tta";

/** Enough for a demuxer that has to look again; more is a demuxer that is stuck. */
const MAX_EMPTY_READS = 1000;

/** An open file and the one stream of it that is read. */
export interface Demuxer extends Disposable {
  readonly path: string;
  readonly fileBytes: number;
  readonly format: FormatContext;
  readonly stream: Stream;
  /**
   * Fills the packet with the next one of the stream; `null` at the end, else why reading stopped.
   */
  read(packet: Packet): "packet" | "end" | { readonly stopped: string };
}

export interface DemuxerOptions {
  /**
   * False leaves out decoding the first frames, which for some containers is the only way to know
   * what the streams are.
   */
  readonly analyse?: boolean;
}

/** Opens a file for its best video stream; a cover picture is none. */
export async function openDemuxer(
  path: string,
  { analyse = true }: DemuxerOptions = {},
): Promise<Demuxer> {
  const fileBytes = await checkFile(path);
  const format = await openFormat(path, analyse);
  try {
    const stream = chooseStream(format, path);
    for (const other of format.streams)
      if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
    return {
      path,
      fileBytes,
      format,
      stream,
      read: (packet) => readPacket(format, stream.index, packet),
      [Symbol.dispose]: () => format.closeInputSync(),
    };
  } catch (error) {
    format.closeInputSync();
    throw error;
  }
}

async function checkFile(path: string): Promise<number> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new MediaError(
      path,
      cause.code === "ENOENT"
        ? "there is no such file"
        : `cannot be read (${cause.code ?? cause.message})`,
      {
        cause,
      },
    );
  });
  if (!found.isFile()) throw new MediaError(path, "is not a file");
  if (found.size === 0) throw new MediaError(path, "is empty");
  return found.size;
}

/** Opens a file of a known container; nothing but this file is read. */
export async function openFormat(path: string, analyse: boolean): Promise<FormatContext> {
  // FFmpeg writes to standard error unless told otherwise; `listenToDecoder` does.
  if (Log.getLevel() > AV_LOG_WARNING) Log.setLevel(AV_LOG_QUIET);
  const format = new FormatContext();
  format.allocContext();
  checkCode(Option.set(format.getNative(), "format_whitelist", FORMATS), path, "format_whitelist");
  checkCode(
    Option.set(format.getNative(), "protocol_whitelist", "file"),
    path,
    "protocol_whitelist",
  );
  // FFmpeg frees the context itself when opening fails.
  const opened = format.openInputSync(`file:${path}`);
  // The second is FFmpeg's answer to a format that is not on the list.
  if (opened === AVERROR_INVALIDDATA || opened === AVERROR_EINVAL)
    throw new MediaError(path, notOpened(await readMediaType(path)));
  checkCode(opened, path, "cannot be opened");
  const code = analyse ? format.findStreamInfoSync() : 0;
  if (code >= 0) return format;
  format.closeInputSync();
  throw new MediaError(path, `its streams cannot be read: ${describeCode(code)}`);
}

/** FFmpeg says the same of all files that it cannot open; their first bytes tell more. */
function notOpened(mediaType: string): string {
  if (mediaType === "application/octet-stream")
    return "cannot be opened as media: it is in no known format, or cut off";
  if (mediaType.startsWith("image/") && mediaType !== "image/gif")
    return `is a picture (${mediaType}), not a video`;
  return `cannot be opened as media: it begins as ${mediaType} does, but is cut off or damaged`;
}

function chooseStream(format: FormatContext, path: string): Stream {
  const best = format.findBestStream(AVMEDIA_TYPE_VIDEO);
  const usable = format.streams.filter(
    (stream) =>
      stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO &&
      !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  );
  const stream = usable.find((one) => one.index === best) ?? usable[0];
  if (!stream) throw new MediaError(path, "has no video stream");
  if (stream.codecpar.width <= 0 || stream.codecpar.height <= 0) {
    throw new MediaError(path, "has a video stream without a picture size");
  }
  return stream;
}

function readPacket(
  format: FormatContext,
  streamIndex: number,
  packet: Packet,
): ReturnType<Demuxer["read"]> {
  for (let empty = 0; empty < MAX_EMPTY_READS; ) {
    packet.unref();
    const code = format.readFrameSync(packet);
    if (code === AVERROR_EOF) return "end";
    if (code === AVERROR_EAGAIN) empty++;
    else if (code < 0) return { stopped: describeCode(code) };
    else if (packet.streamIndex === streamIndex) return "packet";
  }
  return { stopped: "the demuxer gives nothing" };
}
