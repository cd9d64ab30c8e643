import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { arch, cpus, platform, release } from "node:os";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type { GraderNames } from "../../core/asking/grader.ts";
import type { Json } from "../../core/json.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import type { Cell } from "../../engine/cell.ts";
import type { FileFacts } from "../../files/content-digest.ts";
import { droppedParameters } from "../cell/dropped-parameters.ts";
import { lentWith } from "../cell/graders.ts";
import type { Task } from "../task/open-task.ts";
import { version } from "../version.ts";

export interface ManifestParts {
  readonly name: string;
  readonly createdAt: number;
  /** As written, with secrets still as `${NAME}`. */
  readonly spec: Json;
  /** Of the run. */
  readonly directory: string;
  readonly configDirectory: string;
  /** Of the configuration's repository, where it lies in one. */
  readonly gitCommit: string | null;
  /** What the user typed. */
  readonly command: string;
  readonly selection: Selection;
  /** Names of the metrics that were asked for on the command line. */
  readonly metrics?: readonly string[] | undefined;
  readonly seed: number;
  readonly tasks: readonly Task[];
  readonly cells: readonly Cell[];
  readonly files: Readonly<Record<string, FileFacts>>;
  /** What the samples of each task were read from, by task. */
  readonly origins: Readonly<Record<string, Json>>;
}

/** Everything that identifies a run and where it was made. */
export function manifest(parts: ManifestParts): Json {
  const {
    name,
    createdAt,
    spec,
    directory,
    configDirectory,
    gitCommit,
    command,
    selection,
    seed,
    tasks,
    cells,
    files,
  } = parts;
  const { limit, sample, ids, fast, shard } = selection;
  return {
    schema: "vidimus-manifest/1",
    name,
    createdAt: new Date(createdAt).toISOString(),
    versions: { vidimus: version, node: process.versions.node },
    seed,
    gitCommit,
    host: {
      platform: platform(),
      release: release(),
      arch: arch(),
      processors: cpus().length,
      processor: cpus()[0]?.model ?? null,
    },
    config: spec,
    command,
    selection: {
      ...{ limit, sample, ids, fast, seed: selection.seed, metrics: parts.metrics },
      ...(shard ? { shard: { ...shard } } : {}),
    },
    configDirectory,
    // A project that is moved or copied as a whole finds its data by this.
    configDirectoryFromRun: relative(directory, configDirectory),
    files: filesFrom(configDirectory, files),
    tasks: tasks.map((task) => manifestTask(task, parts)),
    cells: cells.map(({ task, system, media, digest }) => {
      const { id, kind, identity } = system;
      const shown = media ? { media: media.identity } : {};
      return { task, system: id, kind, identity, ...shown, ...droppedParameters(system), digest };
    }),
  };
}

/**
 * Files of the project by their paths in it, so that a report can be handed on; others, such as
 * fetched ones, by their whole paths.
 */
function filesFrom(directory: string, files: ManifestParts["files"]): Json {
  const named = Object.entries(files).map(([path, facts]) => {
    const near = relative(directory, path);
    // Fetched files have addresses instead of paths.
    const isInside =
      isAbsolute(path) &&
      near !== "" &&
      near !== ".." &&
      !near.startsWith(`..${sep}`) &&
      !isAbsolute(near);
    return [isInside ? near.replaceAll(sep, "/") : path, facts] as const;
  });
  return Object.fromEntries(named) as unknown as Json;
}

function manifestTask(
  { id, family, settings, scoring }: Task,
  { cells, origins }: ManifestParts,
): Json {
  const { helpers = {} } = cells.find(({ task }) => task === id) ?? {};
  const lent = lentWith(helpers, scoring.lent);
  return {
    id,
    family: family.id,
    familyVersion: family.version,
    data: origins[id] ?? null,
    prompt: family.asking.protocols.chat?.identity(settings) ?? null,
    graders: gradersOf({ family, settings }, lent.graders, helpers),
    metrics: Object.fromEntries(
      family.scoring(settings.options, lent).metrics.map((metric) => [metric.id, metric.signature]),
    ),
  };
}

/** Who fills which role, and everything that decides what is asked. */
function gradersOf(
  { family, settings: { options } }: Pick<Task, "family" | "settings">,
  graders: GraderNames,
  helpers: Cell["helpers"],
): Json {
  const named = family.people.graders.filter(({ role }) => graders[role] !== undefined);
  return Object.fromEntries(
    named.map((grader) => {
      const { role } = grader;
      return [
        role,
        {
          name: graders[role]!,
          wording: grader.identity(options),
          ...droppedParameters(helpers[role] ?? {}),
        },
      ];
    }),
  );
}

/** What the repository around a folder has checked out; `null` where there is none, or no git. */
export async function gitCommit(directory: string): Promise<string | null> {
  if (process.env.GIT_DIR === undefined && !isInRepository(directory)) return null;
  return new Promise((resolve) => {
    execFile("git", ["rev-parse", "HEAD"], { cwd: directory }, (error, stdout) =>
      resolve(error ? null : stdout.trim()),
    );
  });
}

/** Starting git only to hear "no" takes longer than looking. */
function isInRepository(directory: string): boolean {
  return (
    existsSync(join(directory, ".git")) ||
    (dirname(directory) !== directory && isInRepository(dirname(directory)))
  );
}
