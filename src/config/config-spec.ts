import type { Json } from "../core/json.ts";
import { formatTarget } from "../core/scores/target.ts";
import type { Config, SystemConfig } from "./config.ts";
import type { Expanded } from "./environment.ts";
import { mapLeaves, replaceAt, valueAt } from "./field-path.ts";
import { redactor } from "./redactor.ts";
import { escapeTemplate } from "./variable-template.ts";

/**
 * What a run stores about its configuration: all defaults written out, secrets as `${NAME}`, in the
 * form of a configuration file, so that it can be loaded again. A secret that a schema moved to
 * another field becomes `[secret]`.
 */
export function configSpec(
  config: Config,
  { expansions, secrets }: Pick<Expanded, "expansions" | "secrets">,
): Json {
  // A short one may also be an ordinary word of the configuration, and the spec must not depend on
  // that.
  const redact = redactor(secrets.filter((secret) => secret.length >= shortestCertain));
  const written = mapLeaves(writtenForm(config), (leaf) =>
    typeof leaf === "string" ? escapeTemplate(redact(leaf)) : leaf,
  );
  const withSecrets = expansions.reduce(
    (tree, { path, secretTemplate }) =>
      secretTemplate === undefined || valueAt(tree, path) === undefined
        ? tree
        : replaceAt(tree, path, secretTemplate),
    written,
  );
  return JSON.parse(JSON.stringify(withSecrets)) as Json;
}

const shortestCertain = 8;

function writtenForm({ tasks, systems, graders, targets, ...config }: Config): unknown {
  return {
    ...config,
    tasks: tasks.map(({ graders: roles, ...task }) => ({
      ...task,
      ...(Object.keys(roles).length > 0 ? { graders: roles } : {}),
    })),
    systems: systems.map(writtenSystem),
    ...(graders.length > 0 ? { graders: graders.map(writtenSystem) } : {}),
    targets: mapTargets(targets),
  };
}

function mapTargets(targets: Config["targets"]): unknown {
  return Object.fromEntries(
    Object.entries(targets).map(([task, wanted]) => [
      task,
      Object.fromEntries(Object.entries(wanted).map(([id, target]) => [id, formatTarget(target)])),
    ]),
  );
}

function writtenSystem({ id, kind, settings, frames, options }: SystemConfig): unknown {
  return { id, kind, frames, options, ...(settings as object) };
}
