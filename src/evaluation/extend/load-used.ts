import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Registries } from "../../config/config.ts";
import { loadHint } from "../../config/problems/load-hint.ts";
import type { SystemKind } from "../../core/asking/system-kind.ts";
import { UserError } from "../../core/user-error.ts";
import { fileFacts } from "../../files/content-digest.ts";
import { checkExports } from "./check-exports.ts";
import { broken, type Contract } from "./contract.ts";
import { extendRegistries } from "./extend-registries.ts";
import { serveOwnPackage } from "./own-package.ts";

export interface UseContext {
  /** What paths are relative to. */
  readonly directory: string;
  readonly registries: Registries;
}

/** Loads the user's modules in their order, checks what they export and adds it. */
export async function loadUsed(
  use: readonly string[],
  { directory, registries }: UseContext,
): Promise<Registries> {
  serveOwnPackage();
  let known = registries;
  for (const file of use) {
    const path = resolve(directory, file);
    if (!existsSync(path))
      throw new UserError(`${file}: no such file`, `named by use; looked for ${path}`);
    const used = checkExports(await importModule(path, file), file);
    const { sha256 } = await fileFacts(path);
    known = extendRegistries(
      known,
      { ...used, systems: used.systems.map((kind) => withModule(kind, sha256)) },
      file,
    );
  }
  return known;
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

/** Members of a system itself: it is an object with functions, not an instance of a class. */
const systemContract: Contract = {
  id: "text",
  kind: "text",
  speaks: ["prediction", "chat", "encoder", "stream", "similarity"],
  identity: "record",
  concurrency: "number",
  ask: "function",
};

/**
 * What a system of the user's answers depends on its code, so the code's digest is part of its
 * identity: changed code is asked again.
 */
function withModule(kind: SystemKind, sha256: string): SystemKind {
  return {
    ...kind,
    async create(config, context) {
      const made = await kind.create(config, context);
      const system = { ...made, identity: { own: made.identity, module: sha256 } };
      const problems = broken(system, systemContract);
      if (problems.length > 0)
        throw new UserError(
          problems
            .map((problem) => `system "${kind.id}": create gave a system whose ${problem}`)
            .join("\n"),
        );
      return system;
    },
  };
}
