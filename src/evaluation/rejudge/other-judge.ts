import { applySet } from "../../config/apply-set.ts";
import type { Family } from "../../core/family.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { specIdentity, systemPaceKeys } from "../run/run-directory.ts";

type Entry = Readonly<Record<string, Json>>;

/** Who is to judge in the place of a run's judge. */
export interface OtherJudge {
  /** The role that is filled anew; the only one that is asked by messages if absent. */
  readonly role?: string | undefined;
  /** A grader of its own, as a configuration lists it under `graders`. */
  readonly grader?: Entry | undefined;
  /** Settings that replace those of the run's judge, such as its model. */
  readonly settings: Entry;
  /** `path=value`, on the whole configuration. */
  readonly set: readonly string[];
}

export interface RejudgedSpec {
  readonly role: string;
  readonly spec: Json;
  /** Ids of the tasks that have such a grader. */
  readonly taskIds: ReadonlySet<string>;
  /** Tells this judge apart from others of the same run. */
  readonly name: string;
}

/** The configuration of a run with another judge. */
export function withOtherJudge(
  spec: Json,
  judge: OtherJudge,
  families: readonly Family[],
): RejudgedSpec {
  const role = judge.role ?? onlyRole(spec, families);
  const tasks = entries(spec, "tasks");
  const judged = tasks.filter((task) => graderOf(task, role) !== undefined);
  if (judged.length === 0) throw unknownRole(spec, role);
  const used = new Set(judged.map((task) => graderOf(task, role)!));
  const graders = entries(spec, "graders");
  const others = [...used].map((id) => [id, replaced(graders, id, judge)] as const);
  const ids = new Map(others.map(([id, entry]) => [id, String(entry.id)]));
  const made = others.map(([, entry]) => entry);
  const changed = {
    ...(spec as Entry),
    graders: [
      ...graders.filter(({ id }) => !made.some((entry) => entry.id === id)),
      ...new Map(made.map((entry) => [entry.id, entry])).values(),
    ],
    tasks: tasks.map((task) =>
      judged.includes(task)
        ? {
            ...task,
            graders: { ...(task.graders as Entry), [role]: ids.get(graderOf(task, role)!)! },
          }
        : task,
    ),
  };
  const { tree, problems } = applySet(changed, judge.set);
  const [problem] = problems;
  if (problem) throw new UserError(`${problem.place?.label}: ${problem.message}`, problem.hint);
  const whole = JSON.parse(JSON.stringify(tree)) as Json;
  return {
    role,
    spec: whole,
    taskIds: new Set(judged.map(({ id }) => String(id))),
    name: nameOf(whole, role),
  };
}

/** Whether both configurations have the same judges ask the same about answers. */
export function isSameJudge(a: Json, b: Json): boolean {
  return paceless(a) === paceless(b);
}

function replaced(graders: readonly Entry[], id: string, judge: OtherJudge): Entry {
  const own = graders.find((entry) => entry.id === id) ?? { id };
  const { provider } = judge.settings;
  // Another provider has another address and another key.
  const kept =
    provider === undefined || provider === own.provider
      ? own
      : Object.fromEntries(
          Object.entries(own).filter(([key]) => key !== "baseUrl" && key !== "apiKey"),
        );
  return { ...(judge.grader ? { id, ...judge.grader } : kept), ...judge.settings };
}

function onlyRole(spec: Json, families: readonly Family[]): string {
  const roles = new Set(
    entries(spec, "tasks").flatMap((task) => {
      const known = families.find(({ id }) => id === task.family)?.people.graders;
      return Object.keys(isRecord(task.graders) ? task.graders : {}).filter(
        (role) => known?.find((grader) => grader.role === role)?.asks !== "similarity",
      );
    }),
  );
  if (roles.size === 1) return [...roles][0]!;
  if (roles.size === 0)
    throw new UserError(
      "the run has no graders: none of its answers were judged",
      "only runs whose tasks name graders can be judged again; see docs/judging.md",
    );
  throw new UserError(
    `the run has graders in several roles: ${[...roles].join(", ")}`,
    `say which is meant: --role ${[...roles][0]}`,
  );
}

function unknownRole(spec: Json, role: string): UserError {
  const roles = new Set(
    entries(spec, "tasks").flatMap(({ graders }) => Object.keys(isRecord(graders) ? graders : {})),
  );
  return new UserError(
    `no task of the run has a grader in the role ${role}`,
    roles.size === 0
      ? "the run has no graders: none of its answers were judged"
      : `roles of the run: ${[...roles].join(", ")}`,
  );
}

function graderOf({ graders }: Entry, role: string): string | undefined {
  const id = isRecord(graders) && Object.hasOwn(graders, role) ? graders[role] : undefined;
  return typeof id === "string" ? id : undefined;
}

function entries(spec: Json, key: string): readonly Entry[] {
  const list = isRecord(spec) ? spec[key] : undefined;
  return Array.isArray(list) ? (list.filter((one) => isRecord(one)) as Entry[]) : [];
}

/** "judge-2-1f0c9a3e": the model where it has one, and a digest of all that decides its grades. */
function nameOf(spec: Json, role: string): string {
  const [first] = entries(spec, "tasks").flatMap((task) => graderOf(task, role) ?? []);
  const grader = entries(spec, "graders").find(({ id }) => id === first);
  const words = String(grader?.model ?? grader?.id ?? role)
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .slice(0, 40);
  const digest = contentDigest(canonicalJson([role, paceless(spec)])).slice(0, 8);
  return `${words}-${digest}`;
}

function paceless(spec: Json): string {
  return specIdentity({
    ...(spec as Entry),
    graders: entries(spec, "graders").map((entry) =>
      Object.fromEntries(Object.entries(entry).filter(([key]) => !systemPaceKeys.has(key))),
    ),
  });
}
