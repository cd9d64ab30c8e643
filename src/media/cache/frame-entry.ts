import type { FrameRef } from "../../core/asking/chat.ts";
import { isRecord, type Json } from "../../core/json.ts";
import type { FileFacts } from "../looks/file-facts.ts";
import { sealJson, unsealJson } from "./sealed-json.ts";

/** Raised with every change of what entries hold: those of another version are not read. */
const version = 3;

/** What something is kept under, with the SHA-256 of the file that it is of. */
export type CacheKey = { readonly source: string } & Readonly<Record<string, Json>>;

/** A frame without its time and its bytes. */
export interface KeptFrame extends Omit<FrameRef, "atSeconds"> {
  readonly sizeBytes: number;
  /** What was noticed while it was decoded. */
  readonly warnings: readonly string[];
}

/** What is kept of one file: its facts, or frames in one encoding. */
export type FrameEntry = {
  /** The key in plain text, so that a hit or a miss can be explained. */
  readonly request: string;
  readonly source: string;
} & EntryContent;

export type EntryContent = AlbumContent | FactsContent;

interface AlbumContent {
  /** By the place of each in the order of presentation. */
  readonly album: ReadonlyMap<number, KeptFrame>;
}

interface FactsContent {
  readonly facts: Omit<FileFacts, "times">;
  /** The blob with the times of all frames. */
  readonly times: { readonly digest: string; readonly sizeBytes: number };
}

export function writeEntry(entry: FrameEntry): string {
  const { request, source } = entry;
  const content =
    "album" in entry ? { album: grouped(entry.album) } : { facts: entry.facts, times: entry.times };
  return sealJson({ version, request, source, ...content });
}

/**
 * The entry, unless the text is damaged or of another version. What the seal vouches for was
 * written above, so its shape is known.
 */
export function readEntry(text: string): FrameEntry | undefined {
  const content = unsealJson(text);
  if (!isRecord(content) || content.version !== version) return undefined;
  const { album, ...rest } = content as unknown as FrameEntry & { album?: readonly AlbumGroup[] };
  return album ? { ...rest, album: ungrouped(album) } : (rest as FrameEntry);
}

/** The blobs of an entry, each once, with their sizes. */
export function blobsOf(entry: FrameEntry): ReadonlyMap<string, number> {
  if (!("album" in entry)) return new Map([[entry.times.digest, entry.times.sizeBytes]]);
  return new Map([...entry.album.values()].map(({ digest, sizeBytes }) => [digest, sizeBytes]));
}

/** Frames of one pass over the file have type and warnings in common. */
interface AlbumGroup {
  readonly mediaType: string;
  readonly warnings: readonly string[];
  readonly frames: readonly GroupedFrame[];
}

type GroupedFrame = readonly [
  index: number,
  digest: string,
  sizeBytes: number,
  width: number,
  height: number,
];

function grouped(album: ReadonlyMap<number, KeptFrame>): readonly AlbumGroup[] {
  const groups = Map.groupBy(album, ([, { mediaType, warnings }]) =>
    JSON.stringify([mediaType, warnings]),
  );
  return [...groups.values()].map((frames) => {
    const { mediaType, warnings } = frames[0]![1];
    return {
      mediaType,
      warnings,
      frames: frames.map(
        ([index, { digest, sizeBytes, width, height }]): GroupedFrame => [
          index,
          digest,
          sizeBytes,
          width,
          height,
        ],
      ),
    };
  });
}

function ungrouped(groups: readonly AlbumGroup[]): ReadonlyMap<number, KeptFrame> {
  const album = new Map<number, KeptFrame>();
  for (const { mediaType, warnings, frames } of groups)
    for (const [index, digest, sizeBytes, width, height] of frames)
      album.set(index, { digest, mediaType, width, height, sizeBytes, warnings });
  return album;
}
