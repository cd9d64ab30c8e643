import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { UserError } from "../core/user-error.ts";
import type { Registries } from "./config.ts";
import type { ConfigSource } from "./config-source.ts";
import type { Environment } from "./environment.ts";
import { objectSource } from "./module-source.ts";

export interface ForeignText {
  readonly source: ConfigSource;
  readonly text: string;
  /** As the user named it. */
  readonly path: string;
}

/**
 * The source as it is or, where a family knows it as the configuration of another program, what that
 * comes to here.
 */
export function translatedSource(
  { source, text, path }: ForeignText,
  { registries, environment }: { registries: Registries; environment: Environment },
): ConfigSource {
  const foreign = registries.families
    .flatMap(({ data }) => data.foreignConfigs ?? [])
    .find(({ recognises }) => recognises(source.value));
  if (!foreign) return source;
  const absolute = resolve(path);
  const translated = foreign.translate(text, {
    file: basename(absolute),
    environment,
    locate(place) {
      if (existsSync(resolve(dirname(absolute), place))) return place;
      return existsSync(resolve(place)) ? resolve(place) : undefined;
    },
  });
  if ("config" in translated) return objectSource(translated.config, path);
  throw new UserError(
    translated.problems.map(({ at, message }) => `${path}:${at}  ${message}`).join("\n"),
    `read as ${foreign.summary}`,
  );
}
