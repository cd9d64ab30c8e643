import { realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";

export type Place =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: string; readonly isAbsent: boolean };

/**
 * Where a path of a data file lies, links followed; a path that leads outside of the folder is
 * refused.
 */
export async function pathInside(folder: string, path: string): Promise<Place> {
  const target = resolve(folder, path);
  if (!isBelow(resolve(folder), target))
    return { ok: false, reason: `${path} lies outside the media folder`, isAbsent: false };
  try {
    const real = await realpath(target);
    if (isBelow(await realpath(folder), real)) return { ok: true, path: real };
    return { ok: false, reason: `${path} leads outside the media folder`, isAbsent: false };
  } catch {
    return { ok: false, reason: `no such file: ${target}`, isAbsent: true };
  }
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
