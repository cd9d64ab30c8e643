import type { Json } from "../core/json.ts";
import type { LoadedConfig, LoadOptions } from "./load-config.ts";
import { objectSource } from "./module-source.ts";
import { namedParts } from "./named-parts.ts";
import { resolveConfig } from "./resolve-config.ts";

/** Reads a configuration as a run keeps it: with defaults applied, and secrets still as `${NAME}`. */
export async function loadSpec(
  spec: Json,
  { directory, loadRegistries, ...options }: LoadOptions & { readonly directory: string },
): Promise<LoadedConfig> {
  const registries = await loadRegistries(namedParts(spec, directory));
  const source = objectSource(spec as object, "the configuration of the run");
  return { ...resolveConfig(source, { ...options, registries }), directory, registries, rows: [] };
}
