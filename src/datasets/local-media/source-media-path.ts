import { mediaEndings, withoutMediaEnding } from "../../core/data/media-endings.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import type { SourceMedia } from "../data-source.ts";
import { isRemote } from "../remote/remote-address.ts";

/**
 * The path by which a source knows a picture or video: where its layout usually has it or, where
 * the data only names it, by one of its names with any usual ending. Nothing is fetched; where only
 * fetching would tell, it is the usual place.
 */
export async function sourceMediaPath(source: SourceMedia, media: MediaRef): Promise<string> {
  const { path: usual } = media;
  const isWhole = isRemote(usual) || withoutMediaEnding(usual) !== usual;
  const names = media.names ?? (isWhole ? [] : [usual]);
  const named = names.flatMap((name) =>
    mediaEndings(media.kind).map((ending) => `${name}.${ending}`),
  );
  for (const path of named.length === 0 ? [] : [usual, ...named]) {
    const known = await source.knows(path);
    if (known === undefined) break;
    if (known.ok) return path;
  }
  return usual;
}
