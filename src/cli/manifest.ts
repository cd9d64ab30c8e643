import { spawnSync } from "node:child_process";
import { arch, cpus, platform, release } from "node:os";
import { relative } from "node:path";
import type { Json } from "../core/json.ts";
import type { Selection } from "../datasets/select-samples.ts";
import type { Cell } from "../engine/cell.ts";
import type { FileFacts } from "../files/content-digest.ts";
import type { Task } from "./open-task.ts";
import { version } from "./version.ts";

export interface ManifestParts {
  readonly name: string;
  readonly createdAt: number;
  /** As written, with secrets still as `${NAME}`. */
  readonly spec: Json;
  /** Of the run. */
  readonly directory: string;
  readonly configDirectory: string;
  /** What the user typed. */
  readonly command: string;
  readonly selection: Selection;
  readonly seed: number;
  readonly tasks: readonly Task[];
  readonly cells: readonly Cell[];
  readonly files: Readonly<Record<string, FileFacts>>;
  /** What the samples of each task were read from, by task. */
  readonly origins: Readonly<Record<string, Json>>;
}

/** Everything that identifies a run and where it was made. */
export function manifest(parts: ManifestParts): Json {
  const { name, createdAt, spec, directory, configDirectory, command, selection, seed, tasks, cells, files, origins } = parts;
  const { limit, sample, ids } = selection;
  return {
    schema: "vidimus-manifest/1",
    name,
    createdAt: new Date(createdAt).toISOString(),
    versions: { vidimus: version, node: process.versions.node },
    seed,
    gitCommit: gitCommit(configDirectory),
    host: { platform: platform(), release: release(), arch: arch(), processors: cpus().length, processor: cpus()[0]?.model ?? null },
    config: spec,
    command,
    selection: { limit, sample, ids, seed: selection.seed },
    configDirectory,
    // A project that is moved or copied as a whole finds its data by this.
    configDirectoryFromRun: relative(directory, configDirectory),
    files: files as unknown as Json,
    tasks: tasks.map(({ id, family, settings }) => ({
      id,
      family: family.id,
      familyVersion: family.version,
      data: origins[id] ?? null,
      prompt: family.protocols.chat?.identity(settings) ?? null,
      metrics: Object.fromEntries(family.metrics(settings.options, settings.graders).map((metric) => [metric.id, metric.signature])),
    })),
    cells: cells.map(({ task, system, digest }) => ({ task, system: system.id, kind: system.kind, identity: system.identity, digest })),
  };
}

function gitCommit(directory: string): string | null {
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], {
    cwd: directory,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim() : null;
}
