import type { z } from "zod";
import type { Family } from "../core/family.ts";
import { isRecord } from "../core/json.ts";
import { choiceHint } from "./problems/choice-hint.ts";
import { unworded } from "./problems/problem.ts";
import type { Report } from "./task-names.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Written {
  readonly systems: readonly Fields[];
  readonly tasks: readonly Fields[];
}

interface Checking {
  readonly families: readonly Family[];
  readonly report: Report;
  /** Takes what a schema says is wrong. */
  refuse(issue: z.core.$ZodIssue): void;
}

/** How systems are asked in place of what their tasks say: `frames` and `options` of a system. */
export function checkOwnAsking({ systems, tasks }: Written, checking: Checking): void {
  for (const [position, system] of systems.entries()) {
    const id = system.id ?? system.kind;
    const own = tasks.filter((task) => !Array.isArray(task.systems) || task.systems.includes(id));
    if (typeof system.frames === "number") checkCount(position, own, checking);
    for (const [name, value] of Object.entries(isRecord(system.options) ? system.options : {}))
      checkOption({ position, name, value }, own, checking);
  }
}

/** A number of frames needs a task that counts them. */
function checkCount(position: number, tasks: readonly Fields[], { report }: Checking): void {
  const uncounted = tasks.find(
    ({ frames }) => isRecord(frames) && "strategy" in frames && !("count" in frames),
  );
  if (!uncounted) return;
  const { strategy } = uncounted.frames as Fields;
  report({
    path: ["systems", position, "frames"],
    about: "value",
    message: `the task "${String(uncounted.id)}" does not count frames (strategy: ${String(strategy)})`,
    hint: "say which frames, as in a task: frames: { count: 16 }",
  });
}

interface OwnOption {
  /** Of the system. */
  readonly position: number;
  readonly name: string;
  readonly value: unknown;
}

function checkOption(
  { position, name, value }: OwnOption,
  tasks: readonly Fields[],
  { families, report, refuse }: Checking,
): void {
  const asking = tasks.flatMap((task) => {
    const family = families.find(({ id }) => id === task.family);
    return family ? [{ task, family }] : [];
  });
  const path = ["systems", position, "options", name];
  const takers = asking.filter(({ family }) => family.asking.systemOptions?.includes(name));
  for (const { task, family } of takers) {
    const options = { ...(isRecord(task.options) ? task.options : {}), [name]: value };
    const issues = family.data.options.safeParse(options, { error: () => unworded }).error?.issues;
    const wrong = issues?.find((issue) => issue.path[0] === name);
    if (!wrong) continue;
    refuse({ ...wrong, path: [...path, ...wrong.path.slice(1)] });
    break;
  }
  if (takers.length > 0) return;
  const ofTask = asking.find(
    ({ task }) => isRecord(task.options) && Object.hasOwn(task.options, name),
  );
  const known = asking.flatMap(({ family }) => family.asking.systemOptions ?? []);
  report({
    path,
    about: "key",
    message: ofTask
      ? `"${name}" is an option of the task "${String(ofTask.task.id)}", the same for all systems`
      : `no task that asks this system has an option "${name}" for single systems`,
    hint:
      known.length > 0
        ? choiceHint("option", name, [...new Set(known)])
        : "options of a system are those that only decide how it is asked; its tasks have none",
  });
}
