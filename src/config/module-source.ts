import { pathToFileURL } from "node:url";
import { isRecord } from "../core/json.ts";
import { UserError } from "../core/user-error.ts";
import type { ConfigSource } from "./config-source.ts";
import { plainData } from "./plain-data.ts";
import { loadHint } from "./problems/load-hint.ts";

/** A configuration that a TypeScript or JavaScript module exports as `default` or `config`. */
export async function moduleSource(path: string, file: string): Promise<ConfigSource> {
  const exported = await importModule(path, file);
  const config = exported.default ?? exported.config;
  if (!isRecord(config)) {
    throw new UserError(
      `${file}: exports no configuration`,
      "write export default defineConfig({ name: …, tasks: […], systems: […] })",
    );
  }
  return objectSource(config, file);
}

/** A configuration made in memory; `label` is what messages call it. */
export function objectSource(config: unknown, label: string): ConfigSource {
  return {
    value: plainData(() => config, label),
    problems: [],
    locate: () => ({ label, order: 0 }),
  };
}

async function importModule(
  path: string,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new UserError(
      `${file}: cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      loadHint(error, file),
    );
  }
}
