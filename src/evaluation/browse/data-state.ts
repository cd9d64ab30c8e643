import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { TaskConfig } from "../../config/config.ts";

/** Another text as soon as the files of a task's data are others; of a folder, those right in it. */
export async function dataState(config: TaskConfig, directory: string): Promise<string> {
  const { path } = config.data as { readonly path?: string };
  if (path === undefined) return "";
  const place = resolve(directory, path);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(place, name));
  const states = await Promise.all(
    [place, ...files].map(async (file) => {
      const facts = await stat(file).catch(() => undefined);
      return [file, facts?.size, facts?.mtimeMs];
    }),
  );
  return JSON.stringify(states);
}
