import { dirname, relative, resolve, sep } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";

/** A file that can be shown, with what it digests to. */
export interface DigestedFile {
  /** Relative to `folder`, as samples name it. */
  readonly listed: string;
  /** The media folder that it lies below. */
  readonly folder: string;
  readonly sha256: string;
}

/**
 * Writes the list that `checksums` of a task names, as `sha256sum` would in the media folder,
 * sorted by path, and says how to use it. All files must lie below one folder, as paths are
 * relative to it.
 */
export function writeChecksums(
  list: string,
  files: readonly DigestedFile[],
  config: string | undefined,
): string {
  const folders = [...new Set(files.map(({ folder }) => folder))];
  if (folders.length > 1)
    throw new UserError(
      `the files lie below ${folders.length} media folders, but the paths of a list are relative to one: ${folders.join(", ")}`,
      "write a list for each folder: vidimus probe <folder> --write-checksums <file>",
    );
  if (files.length === 0) throw new UserError(`there is no whole file to write to ${list}`);
  const lines = new Map(files.map(({ listed, sha256 }) => [listed, sumLine(listed, sha256)]));
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  writeAtomically(list, sorted.join(""));
  const named = relative(config === undefined ? "." : dirname(config), resolve(list)).replaceAll(
    sep,
    "/",
  );
  return `${sorted.length} digests are in ${list}; name it beside data.media of the task, and files that change are refused:\n  data: { …, checksums: ${named} }\n`;
}

/** As GNU's sha256sum: a backslash in front says that the name is escaped. */
function sumLine(name: string, sha256: string): string {
  const escaped = name.replace(
    /[\\\n\r]/g,
    (sign) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r" })[sign]!,
  );
  return `${escaped === name ? "" : "\\"}${sha256}  ${escaped}\n`;
}
