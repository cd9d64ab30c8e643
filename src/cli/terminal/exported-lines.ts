import { join, relative, sep } from "node:path";
import { shortPath } from "../../files/short-path.ts";

/** Files of one place that are named one by one; of more, the place is. */
const namedFiles = 3;

/**
 * What is printed of exported files: each by its name where they are few, else their number and the
 * folder of their task and system.
 */
export function exportedLines(paths: readonly string[], directory: string): readonly string[] {
  const places = Map.groupBy(paths, (path) =>
    relative(directory, path).split(sep).slice(0, 3).join(sep),
  );
  return [...places].flatMap(([place, own]) =>
    own.length <= namedFiles
      ? own.map((path) => `exported ${shortPath(path)}`)
      : [`exported ${own.length} files below ${shortPath(join(directory, place))}`],
  );
}
