import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { isRecord } from "../../core/json.ts";
import type { Registries } from "../config.ts";
import { valueAt } from "../field-path.ts";
import { type SystemUse, systemSchema } from "../schema/system-schema.ts";
import { taskSchema } from "../schema/task-schema.ts";
import { inputPath } from "./explain-issues.ts";
import { unworded } from "./problem.ts";
import { registryNoun } from "./registry-noun.ts";

type Issue = z.core.$ZodIssue;

/**
 * If the issue is that a task or system names no known family or kind, zod looked no further at it.
 * These are its issues whichever family or kind it turns out to be: those that all of them agree
 * on.
 */
export function undecidedIssues(
  issue: Issue,
  tree: unknown,
  registries: Registries,
): readonly Issue[] {
  const noun = registryNoun(issue);
  const place = issue.path.slice(0, 2);
  const item = valueAt(tree, inputPath(place));
  if (noun === undefined || !isRecord(item)) return [];
  const shared =
    noun === "family"
      ? issuesOfAnyFamily(item, registries)
      : issuesOfAnyKind(item, registries, place[0] === "graders" ? "grades" : "evaluated");
  return shared.map((inner) => ({ ...inner, path: [...place, ...inner.path] }));
}

type Fields = Readonly<Record<string, unknown>>;

function issuesOfAnyFamily(task: Fields, { families }: Registries): readonly Issue[] {
  return inAll(
    families.map((family) => issuesBy(taskSchema(family), { ...task, family: family.id })),
  );
}

function issuesOfAnyKind(
  system: Fields,
  { systemKinds }: Registries,
  use: SystemUse,
): readonly Issue[] {
  return inAll(
    systemKinds.map((kind) => issuesBy(systemSchema(kind, use), { ...system, kind: kind.id })),
  );
}

function issuesBy(schema: z.ZodType, value: unknown): readonly Issue[] {
  return schema.safeParse(value, { error: () => unworded }).error?.issues ?? [];
}

function inAll([first = [], ...others]: readonly (readonly Issue[])[]): readonly Issue[] {
  return first.filter((issue) =>
    others.every((issues) => issues.some((other) => isDeepStrictEqual(issue, other))),
  );
}
