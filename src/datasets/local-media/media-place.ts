import { posix } from "node:path";

/**
 * Where `data.media` says that pictures and videos lie; paths are relative to what `data.media` is
 * relative to.
 */
export type MediaPlace =
  /** Nowhere: systems are asked without. */
  | { readonly kind: "none" }
  /** Below a folder; `undefined`: where the source of the samples has them. */
  | { readonly kind: "folder"; readonly folder: string | undefined }
  /** Below a folder, at a path that is made of what each sample says. */
  | { readonly kind: "template"; readonly folder: string; readonly template: string }
  /**
   * Where a file says, by the names of videos; its paths are relative to the folder that it lies
   * in.
   */
  | { readonly kind: "map"; readonly folder: string; readonly file: string };

export function mediaPlace(media: string | undefined): MediaPlace {
  if (media === "none") return { kind: "none" };
  if (media === undefined || media.startsWith("hub:")) return { kind: "folder", folder: undefined };
  if (/\{[^{}]+\}/.test(media)) {
    // The folder is the part before the first name that depends on the sample.
    const folder = media.slice(0, media.indexOf("{")).replace(/[^/]*$/, "");
    return { kind: "template", folder, template: media.slice(folder.length) };
  }
  return /\.(?:jsonl?|csv|tsv)$/i.test(media)
    ? { kind: "map", folder: posix.dirname(media), file: media }
    : { kind: "folder", folder: media };
}
