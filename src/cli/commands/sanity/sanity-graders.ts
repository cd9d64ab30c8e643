import { resolve } from "node:path";
import type { SystemConfig, TaskConfig } from "../../../config/config.ts";
import type { GraderNames, SimilarityGrader } from "../../../core/asking/grader.ts";
import { seenNothing } from "../../../core/asking/replay.ts";
import type { SimilaritySystem, System } from "../../../core/asking/system.ts";
import type { SystemKind } from "../../../core/asking/system-kind.ts";
import type { Sample } from "../../../core/data/sample.ts";
import type { Family } from "../../../core/family.ts";
import { findById } from "../../../core/registry.ts";
import type { Grades } from "../../../core/scores/measure.ts";
import { openDataFile } from "../../../datasets/open-data-file.ts";
import { makeGraders, namesByContent } from "../../../evaluation/cell/graders.ts";
import { modelOpener } from "../../../evaluation/cell/model-opener.ts";
import type { Task } from "../../../evaluation/task/open-task.ts";
import { completedSimilarity } from "./completed-similarity.ts";

/** What a sanity check made up cannot be graded by what the task is scored with. */
export class Ungraded extends Error {}

/** Grades by the task's own graders, of what a sanity check makes up. */
export interface SanityGraders {
  /** As in signatures. */
  readonly names: GraderNames;
  /**
   * What readers must know of the grades that were given: which of them are not the grader's own.
   */
  notes(): readonly string[];
  /** Throws `Ungraded` with the reason where a grader has nothing to say. */
  grade(sample: Sample, prediction: unknown): Promise<Grades>;
  [Symbol.asyncDispose](): Promise<void>;
}

type OwnGrader = SimilarityGrader<Sample, unknown, unknown>;

/** Only what compares texts, and decides the scores: judges are not asked where nobody else is. */
function sanityRoles({ people: { graders } }: Family): readonly OwnGrader[] {
  return graders.flatMap((grader) =>
    grader.asks === "similarity" && grader.isRequired ? [grader as OwnGrader] : [],
  );
}

/**
 * Which chat graders of a task are left out of a sanity check, and why; nothing where it has none.
 */
export function unaskedNote(
  named: TaskConfig["graders"],
  { people: { graders } }: Family,
): readonly string[] {
  const judges = graders
    .filter(({ role, asks }) => asks === "chat" && named[role] !== undefined)
    .map(({ role }) => `${role} (${named[role]})`);
  if (judges.length === 0) return [];
  return [
    `not part of this check: the scores by ${judges.join(" and ")}, since no model is asked here; a run with a system of kind oracle has the truth judged`,
  ];
}

/** The graders of a task that a sanity check goes by. */
export function rolesOfSanity(named: TaskConfig["graders"], family: Family): TaskConfig["graders"] {
  const roles = new Set(sanityRoles(family).map(({ role }) => role));
  return Object.fromEntries(Object.entries(named).filter(([role]) => roles.has(role)));
}

/** Where graders come from. */
export interface GraderSource {
  readonly kinds: readonly SystemKind[];
  /** Files are named relative to it. */
  readonly directory: string;
  readonly isOffline: boolean | undefined;
}

export async function sanityGraders(
  task: Task,
  { kinds, directory, isOffline }: GraderSource,
): Promise<SanityGraders> {
  const { family, settings, scoring } = task;
  const make = ({ id, kind, settings: own }: SystemConfig): Promise<System> =>
    findById(kinds, kind, "kind of system").create(own, {
      id,
      task: task.id,
      family,
      seed: scoring.seed,
      open: (path) => openDataFile(resolve(directory, path)),
      model: modelOpener(isOffline),
      frame: () => Promise.reject(new TypeError("a grader of texts is shown nothing")),
    });
  const systems = await makeGraders(task, make);
  const names = namesByContent(scoring.lent.graders, systems);
  const own = sanityRoles(family).flatMap((grader) => {
    const system = systems[grader.role];
    return system ? [{ grader, ...completedSimilarity(system as SimilaritySystem) }] : [];
  });
  return {
    names,
    notes: () =>
      own.flatMap(({ grader, compared: { pairs, known } }) =>
        known === pairs
          ? []
          : [
              `${names[grader.role]} knows ${known} of the ${pairs} pairs of texts compared here; of the others, equal texts count as 1, and the rest by the words they share`,
            ],
      ),
    async grade(sample, prediction) {
      const grades: Record<string, unknown> = {};
      for (const { grader, system } of own)
        grades[grader.role] = await gradeOf(
          grader.steps(prediction, sample, settings.options),
          system,
        );
      return grades;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(systems).map((system) => system[Symbol.asyncDispose]?.()));
    },
  };
}

const never = new AbortController().signal;

async function gradeOf(
  steps: ReturnType<OwnGrader["steps"]>,
  system: SimilaritySystem,
): Promise<unknown> {
  let next = steps.next();
  while (!next.done) {
    const move = next.value;
    next = steps.next("look" in move ? seenNothing(move.look) : await system.ask(move.ask, never));
  }
  if (next.value.kind !== "answered") throw new Ungraded(next.value.reason);
  return next.value.value;
}
