import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { once } from "../../core/once.ts";

const names = once(() => new Intl.Collator("en", { numeric: true, sensitivity: "variant" }));

/**
 * Files at any depth below a folder, as paths relative to it with forward slashes, in the order of
 * their names with numbers by value. Hidden files and folders are left out; links to files count as
 * files, links to folders are not followed.
 */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
    }
  };
  await visit("");
  return found.sort(byName);
}

/** The order of paths by name, with numbers by value. */
export function byName(a: string, b: string): number {
  return names().compare(a, b) || (a < b ? -1 : 1);
}
