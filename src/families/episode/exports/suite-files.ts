import type {
  ExportPiece,
  SuiteAbout,
  SuitePiece,
  SuiteSystem,
  SuiteTask,
} from "../../../core/family/display-facet.ts";
import { isRecord } from "../../../core/json.ts";
import {
  type ProtocolResult,
  type ProtocolSystem,
  protocolDocument,
  protocolMarkdown,
} from "../protocol.ts";
import type { EpisodeOptions } from "../schema.ts";
import { taskOf } from "../tasks.ts";
import { tablePieces } from "./table-files.ts";
import { tableScope } from "./table-scope.ts";
import { framesIn, strideOf } from "./window-frames.ts";

type Tasks = readonly SuiteTask<EpisodeOptions>[];

/** A system with what its tasks left. */
type SystemTasks = SuiteSystem & { readonly tasks: Tasks };

/** `summary_report.json`, the protocol with this system's scores, and the files of the table. */
export function suiteFiles(
  tasks: Tasks,
  { system, ...about }: SuiteAbout & { readonly system: SuiteSystem },
): readonly SuitePiece[] {
  const table = tablePieces(about.data);
  return [
    ...tasks.flatMap(({ folder, options, error }) =>
      error === undefined
        ? []
        : [{ path: `${folder}/error.json`, text: json(failureOf(options, error)) }],
    ),
    ...documents([{ ...protocolSystem({ ...system, tasks }, ""), tasks }], {
      ...about,
      files: table.map(({ path }) => path),
    }),
    ...table,
  ];
}

/** The same of all systems of a run: what minimal and neural heads reach stands side by side. */
export function runFiles(
  systems: readonly SystemTasks[],
  about: SuiteAbout,
): readonly ExportPiece[] {
  const [first] = systems;
  const files = tablePieces(about.data).map(({ path }) => `${first!.id}/${path}`);
  return documents(
    systems.map((system) => ({ ...protocolSystem(system, `${system.id}/`), tasks: system.tasks })),
    { ...about, files },
  );
}

/** Heads by what they are; answers from a folder of results by what they are called there. */
function roleOf({ id, kind, identity, isReference }: SuiteSystem): ProtocolSystem["role"] {
  const head = kind === "heads" && isRecord(identity) ? identity.head : undefined;
  if (head === "minimal" || (kind === "predictions" && id === "minimal")) return "minimal";
  if (head === "neural" || (kind === "predictions" && id === "neural_mlp")) return "neural";
  return isReference ? "baseline" : "other";
}

function protocolSystem(system: SystemTasks, place: string): ProtocolSystem {
  const { id, kind, identity, tasks } = system;
  return { id, kind, identity, role: roleOf(system), place, results: tasks.map(resultOf) };
}

function resultOf({ folder, options, pieces, error }: SuiteTask<EpisodeOptions>): ProtocolResult {
  const value: unknown = JSON.parse(textOf(pieces, "metrics.json") || "{}");
  return {
    ...{ folder, options, error, metrics: isRecord(value) ? value : {} },
    files: [...new Set(pieces.map(({ path }) => path))],
  };
}

interface Documented extends SuiteAbout {
  /** Files of the table that are written, from where the documents are. */
  readonly files: readonly string[];
}

function documents(
  systems: readonly (ProtocolSystem & { readonly tasks: Tasks })[],
  { data, startedAt, files }: Documented,
): readonly ExportPiece[] {
  const scope = tableScope(data);
  const results = systems.flatMap((system) => system.results);
  const greatest = (name: string) =>
    Math.max(0, ...results.map(({ metrics }) => Number(metrics[name] ?? 0)));
  const windows =
    systems[0]?.tasks.flatMap(({ pieces }) => framesIn(textOf(pieces, "predictions.csv"))) ?? [];
  const neural = systems.find(({ role }) => role === "neural");
  // The suite's own place is that of the minimal heads; a system by itself takes it.
  const usual =
    systems.length === 1 && !neural ? systems[0] : systems.find(({ role }) => role === "minimal");
  const report = {
    annotation: scope.annotation,
    num_frames: scope.frames,
    num_windows: scope.windows ?? greatest("num_windows"),
    feature_dim: greatest("table_feature_dim"),
    window_frames: scope.windowFrames ?? windows[0]?.length ?? null,
    stride_frames: scope.strideFrames ?? strideOf(windows),
    task_display_names: Object.fromEntries(
      results.map(({ folder, options }) => [folder, taskOf(options.task).name]),
    ),
    ...(systems.length === 1
      ? { system: systems[0]!.id }
      : { systems: systems.map(({ id }) => id) }),
    tasks: entriesOf(usual),
    neural_model: neural ? { name: neural.id } : {},
    neural_tasks: entriesOf(neural),
  };
  const protocol = protocolDocument({
    ...{ report, systems, files, episodes: scope.episodes, hasAudio: scope.hasAudio },
    generatedAt: startedAt === undefined ? null : new Date(startedAt).toISOString(),
  });
  return [
    { path: "summary_report.json", text: json(report) },
    { path: "evaluation_protocol.json", text: json(protocol) },
    { path: "EVALUATION_PROTOCOL.md", text: protocolMarkdown(protocol) },
  ];
}

function entriesOf(system: ProtocolSystem | undefined) {
  return Object.fromEntries(
    (system?.results ?? []).map(({ folder, options, metrics, error }) => [
      folder,
      error === undefined ? metrics : failureOf(options, error),
    ]),
  );
}

function failureOf({ task }: EpisodeOptions, error: string) {
  return { task_display_name: taskOf(task).name, error };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function textOf(pieces: readonly ExportPiece[], name: string): string {
  return pieces.find(({ path }) => path === name)?.text ?? "";
}
