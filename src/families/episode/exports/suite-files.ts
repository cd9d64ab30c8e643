import type { ExportPiece, SuiteAbout, SuiteTask } from "../../../core/family/display-facet.ts";
import { isRecord } from "../../../core/json.ts";
import { protocolDocument, protocolMarkdown } from "../protocol.ts";
import type { EpisodeOptions } from "../schema.ts";
import { taskOf } from "../tasks.ts";
import { tableScope } from "./table-scope.ts";
import { framesIn, strideOf } from "./window-frames.ts";

type Metrics = Readonly<Record<string, unknown>>;

/** `summary_report.json`, and the protocol with this system's scores as JSON and Markdown. */
export function suiteFiles(
  tasks: readonly SuiteTask<EpisodeOptions>[],
  { system, startedAt, data }: SuiteAbout,
): readonly ExportPiece[] {
  const results = tasks.map((task) => ({ ...task, metrics: metricsOf(task) }));
  const entries = results.map(({ folder, options, metrics, error }) => [
    folder,
    error === undefined ? metrics : { task_display_name: taskOf(options.task).name, error },
  ]);
  const isNeural = /neural|mlp/i.test(system);
  const scope = tableScope(data);
  const windows = results.flatMap(({ pieces }) => framesIn(textOf(pieces, "predictions.csv")));
  const dimension = Math.max(
    0,
    ...results.map(({ metrics }) => Number(metrics.table_feature_dim ?? 0)),
  );
  const report = {
    annotation: scope.annotation,
    num_frames: scope.frames,
    num_windows:
      scope.windows ??
      Math.max(0, ...results.map(({ metrics }) => Number(metrics.num_windows ?? 0))),
    feature_dim: dimension,
    window_frames: scope.windowFrames ?? windows[0]?.length ?? null,
    stride_frames: scope.strideFrames ?? strideOf(windows),
    task_display_names: Object.fromEntries(
      results.map(({ folder, options }) => [folder, taskOf(options.task).name]),
    ),
    system,
    tasks: isNeural ? {} : Object.fromEntries(entries),
    neural_model: isNeural ? { name: system } : {},
    neural_tasks: isNeural ? Object.fromEntries(entries) : {},
  };
  const protocol = protocolDocument({
    report,
    episodes: scope.episodes,
    hasAudio: scope.hasAudio,
    results: results.map(({ folder, options, metrics, error }) => ({
      folder,
      options,
      metrics,
      error,
    })),
    isNeural,
    generatedAt: startedAt === undefined ? null : new Date(startedAt).toISOString(),
  });
  return [
    ...results.flatMap(({ folder, options, error }) =>
      error === undefined
        ? []
        : [
            {
              path: `${folder}/error.json`,
              text: json({ task_display_name: taskOf(options.task).name, error }),
            },
          ],
    ),
    { path: "summary_report.json", text: json(report) },
    { path: "evaluation_protocol.json", text: json(protocol) },
    { path: "EVALUATION_PROTOCOL.md", text: protocolMarkdown(protocol) },
  ];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function metricsOf({ pieces }: SuiteTask<EpisodeOptions>): Metrics {
  const value: unknown = JSON.parse(textOf(pieces, "metrics.json") || "{}");
  return isRecord(value) ? value : {};
}

function textOf(pieces: readonly ExportPiece[], name: string): string {
  return pieces.find(({ path }) => path === name)?.text ?? "";
}
