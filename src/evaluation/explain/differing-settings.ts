import { isRecord, type Json } from "../../core/json.ts";
import type { BothSides, InputDifference, InputName } from "../../summary/explanation.ts";
import { differingLeaves } from "./differing-leaves.ts";
import { type ExplainedSide, listOf } from "./run-inputs.ts";

const mostShown = 3;

/** What manifests and configurations say about one system on one task. */
interface Settings {
  readonly prompt: unknown;
  readonly sampler: unknown;
  readonly system: unknown;
  readonly parameters: unknown;
  readonly reading: unknown;
  readonly grading: unknown;
  readonly metric: unknown;
  readonly program: unknown;
}

const names: Readonly<Record<keyof Settings, string>> = {
  prompt: "the wording",
  sampler: "how frames are chosen and encoded",
  system: "the system itself",
  parameters: "what the system is set to",
  reading: "how replies are read and counted",
  grading: "who grades, and how",
  metric: "the definition of metrics",
  program: "the version of Vidimus, or the seed",
};

/** Inputs that are the same for all samples, where they differ. */
export function settingDifferences(a: ExplainedSide, b: ExplainedSide): readonly InputDifference[] {
  const [one, other] = [settingsOf(a), settingsOf(b)];
  return (Object.keys(names) as (keyof Settings)[]).flatMap((input) => {
    const sides = differingLeaves(one[input], other[input]).map((side) => named(side, a, b));
    if (sides.length === 0) return [];
    return [
      {
        input: input satisfies InputName,
        text: textOf(input, sides),
        sides: sides.slice(0, mostShown),
      },
    ];
  });
}

/** A file that is known by its digest is told by its name. */
function named(side: BothSides, a: ExplainedSide, b: ExplainedSide): BothSides {
  const [pathA, pathB] = [answersPath(a), answersPath(b)];
  if (side.where !== "sha256" || pathA === undefined || pathB === undefined) return side;
  const told = (path: string, digest: string | null) =>
    `${path} (sha256 ${(digest ?? "").slice(0, 12)})`;
  return { where: "path", a: told(pathA, side.a), b: told(pathB, side.b) };
}

/** The file that answers are read from, where that is what the system is. */
function answersPath({ cell: { task, system }, manifest }: ExplainedSide): string | undefined {
  const config = isRecord(manifest.config) ? manifest.config : {};
  const configured = listOf(config.systems as Json).find(({ id }) => id === system);
  const path = isRecord(configured?.path) ? configured.path[task] : configured?.path;
  return typeof path === "string" ? path : undefined;
}

function textOf(input: keyof Settings, sides: readonly BothSides[]): string {
  const more = sides.length > mostShown ? ` in ${sides.length} places` : "";
  return `${names[input]} differs${more}`;
}

function settingsOf({ cell: { task, system }, manifest }: ExplainedSide): Settings {
  const config = isRecord(manifest.config) ? manifest.config : {};
  const own = listOf(config.tasks as Json).find(({ id }) => id === task) ?? {};
  const noted = listOf(manifest.tasks).find(({ id }) => id === task) ?? {};
  const cell =
    listOf(manifest.cells).find((one) => one.task === task && one.system === system) ?? {};
  const configured = listOf(config.systems as Json).find(({ id }) => id === system) ?? {};
  const { model, ...parameters } = isRecord(cell.identity) ? cell.identity : {};
  const isAsked = noted.prompt !== null && !isDirect(cell.identity);
  return {
    prompt: isAsked ? { ...asRecord(noted.prompt), prompts: own.prompts } : {},
    sampler: { ...asRecord(own.frames), ...asRecord(configured.frames) },
    system: { kind: cell.kind, model },
    parameters,
    reading: { extractors: own.extractors, unanswered: own.unanswered, options: own.options },
    grading: noted.graders,
    metric: { family: noted.family, familyVersion: noted.familyVersion, metrics: noted.metrics },
    program: { versions: manifest.versions, seed: manifest.seed },
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Whether nothing is known of how it is asked. */
function isDirect(identity: unknown): boolean {
  return identity === undefined;
}
