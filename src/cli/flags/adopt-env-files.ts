import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseEnvFile } from "../../config/env-file.ts";
import { UserError } from "../../core/user-error.ts";

interface EnvFiles {
  /** The configuration, beside which a file `.env` may lie. */
  readonly config: string;
  /** What `--env-file` names. */
  readonly file: string | undefined;
}

/**
 * Adds the variables of env files to the environment, for everything that reads it later: keys,
 * `${NAME}` in configurations, child processes. What is set already stays, even to nothing;
 * `--env-file` comes before `.env` beside the configuration.
 */
export function adoptEnvFiles(
  { config, file }: EnvFiles,
  environment: Record<string, string | undefined>,
): void {
  const beside = join(dirname(resolve(config)), ".env");
  const sources = [
    ...(file === undefined ? [] : [{ path: file, isNeeded: true }]),
    { path: beside, isNeeded: false },
  ];
  for (const { path, isNeeded } of sources) {
    const text = readIfThere(path, isNeeded);
    for (const [name, value] of Object.entries(text === undefined ? {} : parseEnvFile(text, path)))
      environment[name] ??= value;
  }
}

function readIfThere(path: string, isNeeded: boolean): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!isNeeded && (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR"))
      return undefined;
    throw new UserError(
      `${path}: ${code === "ENOENT" ? "no such file" : "cannot be read"}`,
      isNeeded ? "named by --env-file" : undefined,
    );
  }
}
