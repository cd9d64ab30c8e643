import type { ExportPiece, SuiteAbout, SuiteTask } from "../../../core/family/display-facet.ts";
import { isRecord } from "../../../core/json.ts";
import { protocolDocument, protocolMarkdown } from "../protocol.ts";
import type { EpisodeOptions } from "../schema.ts";
import { taskOf } from "../tasks.ts";

type Metrics = Readonly<Record<string, unknown>>;

/** `summary_report.json`, and the protocol with this system's scores as JSON and Markdown. */
export function suiteFiles(
  tasks: readonly SuiteTask<EpisodeOptions>[],
  { system, startedAt }: SuiteAbout,
): readonly ExportPiece[] {
  const results = tasks.map((task) => ({ ...task, metrics: metricsOf(task) }));
  const entries = results.map(({ folder, options, metrics, error }) => [
    folder,
    error === undefined ? metrics : { task_display_name: taskOf(options.task).name, error },
  ]);
  const isNeural = /neural|mlp/i.test(system);
  const windows = results.flatMap(({ pieces }) => framesIn(pieces));
  const dimension = Math.max(
    0,
    ...results.map(({ metrics }) => Number(metrics.table_feature_dim ?? 0)),
  );
  const report = {
    annotation: null,
    num_frames: null,
    num_windows: Math.max(0, ...results.map(({ metrics }) => Number(metrics.num_windows ?? 0))),
    feature_dim: dimension,
    window_frames: windows[0]?.length ?? null,
    stride_frames: strideOf(windows),
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
  const text = pieces.find(({ path }) => path === "metrics.json")?.text;
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  return isRecord(value) ? value : {};
}

interface Frames {
  readonly start: number;
  readonly length: number;
}

/** Starts and lengths of the windows that predictions.csv lists. */
function framesIn(pieces: readonly ExportPiece[]): readonly Frames[] {
  const text = pieces.find(({ path }) => path === "predictions.csv")?.text ?? "";
  const [header = "", ...lines] = text.split("\n");
  const columns = header.split(",");
  const [start, end] = [columns.indexOf("start_frame"), columns.indexOf("end_frame")];
  if (start < 0 || end < 0) return [];
  return lines.flatMap((line) => {
    const fields = line.split(",");
    const [first, last] = [Number(fields[start]), Number(fields[end])];
    return line === "" ? [] : [{ start: first, length: last - first + 1 }];
  });
}

function strideOf([first, second]: readonly Frames[]): number | null {
  return first && second ? second.start - first.start : null;
}
