import { isRecord, type Json } from "../core/json.ts";
import type { LoadedConfig } from "./load-config.ts";
import { objectSource } from "./module-source.ts";
import { type ResolveOptions, resolveConfig } from "./resolve-config.ts";

/** Reads a configuration as a run keeps it: with defaults applied, and secrets still as `${NAME}`. */
export async function loadSpec(
  spec: Json,
  { directory, ...options }: ResolveOptions & { readonly directory: string },
): Promise<LoadedConfig> {
  const use = isRecord(spec) && Array.isArray(spec.use) ? spec.use.map(String) : [];
  const registries =
    (use.length > 0 ? await options.registries.extend?.(use, directory) : undefined) ??
    options.registries;
  const source = objectSource(spec as object, "the configuration of the run");
  return { ...resolveConfig(source, { ...options, registries }), directory, registries, rows: [] };
}
