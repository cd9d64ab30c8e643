import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, resolve } from "node:path";
import { closest } from "../core/suggest.ts";
import { UserError } from "../core/user-error.ts";
import { applySet } from "./apply-set.ts";
import type { LoadRegistries, Registries } from "./config.ts";
import type { ConfigSource } from "./config-source.ts";
import { translatedSource } from "./foreign-source.ts";
import { moduleSource, objectSource } from "./module-source.ts";
import { namedParts } from "./named-parts.ts";
import { withPublishedFiles } from "./published-files.ts";
import { type ResolvedConfig, type ResolveOptions, resolveConfig } from "./resolve-config.ts";
import { type MatrixRow, resolveMatrix } from "./resolve-matrix.ts";
import { yamlSource } from "./yaml-source.ts";

export interface LoadOptions extends Omit<ResolveOptions, "registries"> {
  readonly loadRegistries: LoadRegistries;
}

export interface LoadedConfig extends ResolvedConfig {
  /** The absolute folder of the configuration: paths in it are relative to this. */
  readonly directory: string;
  /** What it names, with the user's own modules if it uses some. */
  readonly registries: Registries;
  /** The configuration under the settings of every row of its matrix; empty where it has none. */
  readonly rows: readonly MatrixRow[];
}

/**
 * Reads and checks a configuration: the path of a file (YAML, JSON, or a TypeScript or JavaScript
 * module), shown in messages as it was given, or the configuration itself, whose paths are relative
 * to the working directory.
 */
export async function loadConfig(
  given: string | object,
  { loadRegistries, ...options }: LoadOptions,
): Promise<LoadedConfig> {
  const { source: written, text } =
    typeof given === "string"
      ? await readSource(resolve(given), given)
      : { source: objectSource(given, "the configuration") };
  const directory = typeof given === "string" ? dirname(resolve(given)) : process.cwd();
  const { tree } = applySet(written.value, options.set);
  const registries = await loadRegistries(namedParts(tree, directory));
  const all = { ...options, registries };
  const own =
    text === undefined
      ? written
      : translatedSource({ source: written, text, path: given as string }, all);
  const source = await withPublishedFiles(own, { directory, registries });
  return { ...resolveConfig(source, all), directory, registries, rows: resolveMatrix(source, all) };
}

const textExtensions: readonly string[] = [".yaml", ".yml", ".json"];
const moduleExtensions: readonly string[] = [".ts", ".mts", ".js", ".mjs"];

interface ReadSource {
  readonly source: ConfigSource;
  /** Absent for a module. */
  readonly text?: string;
}

async function readSource(absolute: string, path: string): Promise<ReadSource> {
  const extension = extname(path).toLowerCase();
  const known = [...textExtensions, ...moduleExtensions];
  // Also for modules, so that a missing file is reported in the same words.
  const text = await readText(absolute, path);
  if (textExtensions.includes(extension)) return { source: yamlSource(text, path), text };
  if (moduleExtensions.includes(extension)) return { source: await moduleSource(absolute, path) };
  throw new UserError(
    `${path}: not a configuration file`,
    `its name must end in ${known.slice(0, -1).join(", ")} or ${known.at(-1)}`,
  );
}

async function readText(absolute: string, path: string): Promise<string> {
  try {
    return await readFile(absolute, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT")
      throw new UserError(`${path}: no such file`, await neighbourHint(absolute));
    if (code === "EISDIR")
      throw new UserError(`${path}: is a folder`, "name the configuration file in it");
    throw new UserError(
      `${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function neighbourHint(absolute: string): Promise<string> {
  const files = await readdir(dirname(absolute)).catch(() => []);
  const near = closest(
    basename(absolute),
    files.filter((file) => [...textExtensions, ...moduleExtensions].includes(extname(file))),
  );
  return near
    ? `did you mean "${near}"?`
    : "name a configuration file; docs/configuration.md has an example";
}
