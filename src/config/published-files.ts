import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isRecord } from "../core/json.ts";
import { findById } from "../core/registry.ts";
import { UserError } from "../core/user-error.ts";
import type { Registries } from "./config.ts";
import type { ConfigSource } from "./config-source.ts";
import { publishedFileSchema } from "./schema/published-file-schema.ts";

interface Places {
  readonly directory: string;
  readonly registries: Registries;
}

/**
 * The configuration with the figures of published files in place of their paths:
 * `references: [{ task, path }]` becomes one reference for each figure.
 */
export async function withPublishedFiles(
  source: ConfigSource,
  places: Places,
): Promise<ConfigSource> {
  const { value } = source;
  if (!isRecord(value) || !Array.isArray(value.references)) return source;
  const entries: readonly unknown[] = value.references;
  if (!entries.some(isFile)) return source;
  const read: object[] = [];
  for (const entry of entries)
    if (isFile(entry)) read.push(...(await figuresOf(entry, value.tasks, places)));
  // Others keep their places, so that mistakes in them are named where they stand.
  return {
    ...source,
    value: { ...value, references: [...entries.filter((entry) => !isFile(entry)), ...read] },
  };
}

interface PublishedFile {
  readonly path: string;
  readonly task?: unknown;
  readonly name?: unknown;
}

function isFile(entry: unknown): entry is PublishedFile {
  return isRecord(entry) && typeof entry.path === "string" && entry.metric === undefined;
}

async function figuresOf(
  { path, task, name, ...others }: PublishedFile,
  tasks: unknown,
  { directory, registries }: Places,
): Promise<readonly object[]> {
  const listed = (Array.isArray(tasks) ? tasks : []).filter(isRecord);
  const own = listed.find(({ id }) => id === task);
  if (!own)
    throw new UserError(
      `references: ${path}: unknown task ${JSON.stringify(task)}`,
      `tasks here: ${listed.map(({ id }) => String(id)).join(", ") || "none"}`,
    );
  const stranger = Object.keys(others)[0];
  if (stranger !== undefined)
    throw new UserError(
      `references: ${path}: unknown key "${stranger}"`,
      `a file of figures has ${Object.keys(publishedFileSchema.shape).join(", ")}`,
    );
  const family = findById(registries.families, String(own.family), "family");
  const figures = family.data.published?.(await documentAt(resolve(directory, path), path));
  if (!figures)
    throw new UserError(
      `references: ${path}: holds no published figures that the family ${family.id} knows how to read`,
      "name each figure by itself: name, task, metric, value and source",
    );
  return figures.map((figure) => ({
    ...figure,
    ...(typeof name === "string" ? { name } : {}),
    task,
  }));
}

async function documentAt(absolute: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(absolute, "utf8"));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new UserError(
      `references: ${isMissing ? "no such file" : "not JSON"}: ${path}`,
      "paths are relative to the configuration",
    );
  }
}
