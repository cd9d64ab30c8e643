import type { SystemConfig } from "../../config/config.ts";
import type { GraderNames } from "../../core/asking/grader.ts";
import type { System } from "../../core/asking/system.ts";
import type { SystemKind } from "../../core/asking/system-kind.ts";
import type { MediaSource } from "../../core/data/media.ts";
import type { Lent } from "../../core/family/lent.ts";
import type { Family } from "../../core/family.ts";
import { canonicalJson, isRecord } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";

/**
 * What names graders in signatures: what their kind calls such settings, or the kind and a digest
 * of them.
 */
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

/**
 * The names with the content of those that are made of files: two files of the same name may hold
 * different things.
 */
export function namesByContent(
  names: GraderNames,
  systems: Readonly<Record<string, System>>,
): GraderNames {
  return Object.fromEntries(
    Object.entries(names).map(([role, name]) => {
      const { identity } = systems[role] ?? {};
      return [
        role,
        isRecord(identity) && typeof identity.sha256 === "string"
          ? `${name}@${identity.sha256.slice(0, 8)}`
          : name,
      ];
    }),
  );
}

/** What a task lends, its graders named by their content. */
export function lentWith(systems: Readonly<Record<string, System>>, lent: Lent): Lent {
  return { ...lent, graders: namesByContent(lent.graders, systems) };
}

/** What is known of a task that graders are made for. */
interface GradedTask {
  readonly id: string;
  readonly family: Family;
  /** By role. */
  readonly graders: Readonly<Record<string, SystemConfig>>;
  readonly settings: { readonly options: unknown };
  readonly media: { open(): Promise<MediaSource> };
  readonly isWithoutMedia: boolean;
}

/** Makes the graders of a task; one that does not speak as its role asks is a user's mistake. */
export async function makeGraders(
  task: GradedTask,
  make: (grader: SystemConfig) => Promise<System>,
): Promise<Readonly<Record<string, System>>> {
  const { id, family, graders } = task;
  const made: Record<string, System> = {};
  for (const [role, config] of Object.entries(graders)) {
    const wanted = family.people.graders.find((grader) => grader.role === role)!.asks;
    const system = await make(config);
    if (system.speaks !== wanted)
      throw new UserError(
        `the grader "${config.id}" speaks ${system.speaks}, but the role ${role} of the task "${id}" asks for ${wanted}`,
        `name a grader of another kind as graders.${role}`,
      );
    made[role] = isLooking(task, role) ? await seeingGrader(system, task) : system;
  }
  return made;
}

/** Frames for the graders of a task that look at them, by role. */
export async function graderMedia(
  task: Pick<GradedTask, "family" | "settings" | "media">,
  systems: Readonly<Record<string, System>>,
): Promise<Readonly<Record<string, MediaSource>>> {
  const roles = Object.keys(systems).filter((role) => isLooking(task, role));
  const media = await Promise.all(roles.map(async (role) => [role, await task.media.open()]));
  return Object.fromEntries(media) as Readonly<Record<string, MediaSource>>;
}

function isLooking(task: Pick<GradedTask, "family" | "settings">, role: string): boolean {
  return graderLooks(task, role) > 0;
}

/** How many looks an ask of a grader holds, at most; 0 where it sees nothing. */
export function graderLooks(
  { family, settings }: Pick<GradedTask, "family" | "settings">,
  role: string,
): number {
  const grader = family.people.graders.find((one) => one.role === role);
  return grader?.asks === "chat" ? (grader.looks?.(settings.options) ?? 0) : 0;
}

/** One that sees; which frames it is shown is part of what its grades are known by. */
async function seeingGrader(
  system: System,
  { id, media, isWithoutMedia }: GradedTask,
): Promise<System> {
  if (isWithoutMedia)
    throw new UserError(
      `the grader "${system.id}" of the task "${id}" looks at videos, and data.media is none`,
      "name a folder as data.media, or leave out the option that shows it frames",
    );
  const takesVideos = system.speaks === "chat" && system.takesVideos === true;
  if (!("sees" in system && system.sees) || takesVideos)
    throw new UserError(
      `the grader "${system.id}" of the task "${id}" is to look at frames, and ${takesVideos ? "takes whole videos" : "sees nothing"}`,
      "name a chat model that takes pictures, or leave out the option that shows it frames",
    );
  const shown = (await media.open()).identity;
  return { ...system, identity: { ...(isRecord(system.identity) ? system.identity : {}), shown } };
}
