import { relative } from "node:path";

/** A path as a person would type it from here. */
export function shortPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near === "" ? "." : near.startsWith("../../..") ? path : near;
}
