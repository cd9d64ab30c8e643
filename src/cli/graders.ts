import type { SystemConfig } from "../config/config.ts";
import type { Family } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import { findById } from "../core/registry.ts";
import type { System } from "../core/system.ts";
import type { SystemKind } from "../core/system-kind.ts";
import { UserError } from "../core/user-error.ts";
import { contentDigest } from "../files/content-digest.ts";

/** What names graders in signatures: what their kind calls such settings, or the kind and a digest of them. */
export function graderNames(
  graders: Readonly<Record<string, SystemConfig>>,
  kinds: readonly SystemKind[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(graders).map(([role, { kind, settings }]) => {
      const label = findById(kinds, kind, "kind of system").label?.(settings);
      return [role, label ?? `${kind}@${contentDigest(canonicalJson(settings)).slice(0, 8)}`];
    }),
  );
}

/** What is known of a task that graders are made for. */
interface GradedTask {
  readonly id: string;
  readonly family: Family;
  /** By role. */
  readonly graders: Readonly<Record<string, SystemConfig>>;
}

/** Makes the graders of a task; one that does not speak as its role asks is a user's mistake. */
export async function makeGraders(
  { id, family, graders }: GradedTask,
  make: (grader: SystemConfig) => Promise<System>,
): Promise<Readonly<Record<string, System>>> {
  const made: Record<string, System> = {};
  for (const [role, config] of Object.entries(graders)) {
    const wanted = family.graders.find((grader) => grader.role === role)!.asks;
    const system = await make(config);
    if (system.speaks !== wanted)
      throw new UserError(
        `the grader "${config.id}" speaks ${system.speaks}, but the role ${role} of the task "${id}" asks for ${wanted}`,
        `name a grader of another kind as graders.${role}`,
      );
    made[role] = system;
  }
  return made;
}
