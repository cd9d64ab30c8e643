import type { EpisodeOptions } from "./schema.ts";
import { type EpisodeTaskId, episodeTaskIds, taskOf } from "./tasks.ts";

type Metrics = Readonly<Record<string, unknown>>;

/** What is known of a suite that was run. */
export interface ProtocolSource {
  readonly report: {
    readonly annotation: string | null;
    readonly num_frames: number | null;
    readonly num_windows: number;
    readonly feature_dim: number;
    readonly window_frames: number | null;
    readonly stride_frames: number | null;
  };
  /** How many tables were read, and whether one has sound; `null` where there is none. */
  readonly episodes: number | null;
  readonly hasAudio: boolean | null;
  readonly results: readonly {
    readonly folder: string;
    readonly options: EpisodeOptions;
    readonly metrics: Metrics;
    readonly error?: string | undefined;
  }[];
  readonly isNeural: boolean;
  readonly generatedAt: string | null;
}

/** The five things that must be there before a larger claim is made, by name. */
const scaleUpGate = [
  "selected prepared Xperience-10M episodes",
  "held-out episode split with no train/test episode leakage",
  "validation samples during training",
  "manifest, training metadata, progress logs, metrics, predictions, and run report",
  "held-out evaluation on test episodes rather than train windows",
] as const;

/** What a suite shows of each item of the gate. */
interface GateItem {
  readonly item: (typeof scaleUpGate)[number];
  readonly met: boolean;
  readonly evidence: string;
}

/** The protocol that a suite was run by, with the members of the original's document. */
export function protocolDocument(source: ProtocolSource) {
  const { report, episodes, hasAudio, results, isNeural, generatedAt } = source;
  const [first] = results;
  const options = first?.options;
  const compat = options?.compat ?? false;
  const isHeldOut = results.some(({ metrics }) => metrics.split === "held_out_episodes");
  const fraction = options?.trainFraction ?? 0.7;
  const gate = gateItems({ results, isHeldOut });
  return {
    title: "Episode task suite: evaluation protocol",
    status: results.some(({ error }) => error !== undefined) ? "incomplete" : "pass",
    version: "1",
    generated_at_utc: generatedAt,
    source_files: ["summary_report.json", "windows.csv", "feature_manifest.json"],
    scope: {
      validated_episode_count: episodes,
      annotation: report.annotation,
      num_frames: report.num_frames,
      num_windows: report.num_windows,
      feature_dim: report.feature_dim,
      window_frames: report.window_frames,
      stride_frames: report.stride_frames,
      audio_featurized: hasAudio,
      raw_data_redistributed: false,
    },
    split_policy: {
      name: isHeldOut ? "held_out_episodes" : "single_episode_chronological",
      train_fraction: fraction,
      test_fraction: Number((1 - fraction).toFixed(6)),
      why: isHeldOut
        ? "Whole episodes are tested, none of whose windows is learnt from."
        : "The later part of the episode is tested, so that nothing is learnt from what comes after.",
      limitation: isHeldOut
        ? "Scores are those of these episodes; intervals treat episodes as independent."
        : "One episode says nothing about others.",
      embargo: !compat,
    },
    feature_policy: {
      input_contract: `${report.feature_dim} features of a window at most; each task reads its own blocks`,
      source_manifest: "feature_manifest.json",
      normalization: "Scalers are fitted on training samples only.",
      audio_status:
        hasAudio === null
          ? null
          : hasAudio
            ? "Sound is among the features."
            : "No feature is made of sound.",
    },
    baselines: [
      {
        name: "minimal",
        heads: [
          "softmax",
          "multi-label logistic",
          "dual ridge",
          "ridge projection and cosine ranking",
        ],
        purpose: "Linear heads whose training can be checked by hand.",
      },
      {
        name: "neural_mlp",
        heads: ["MLP classifier", "MLP multi-label head", "MLP regressor"],
        purpose: "A small nonlinear head on the same inputs.",
      },
    ],
    task_protocols: protocolTasks(results).map(({ id, folder, metrics }) => {
      const task = taskOf(id);
      const primary = metrics === undefined ? null : (metrics[task.metrics[0]] ?? null);
      const source = metrics === undefined ? null : `${folder}/metrics.json`;
      return {
        task: id,
        task_display_name: task.name,
        family: task.family,
        unit: task.unit,
        input: task.input,
        target: task.target,
        primary_metric: task.metrics[0],
        higher_is_better: task.lessIsBetter !== true,
        leakage_rule: task.leakageRule,
        counts: Object.fromEntries(
          Object.entries(metrics ?? {}).filter(([name]) =>
            /^num_(?:train_|test_|embargoed_)?(?:windows|samples|queries)$/.test(name),
          ),
        ),
        minimal_primary_metric: isNeural ? null : primary,
        neural_primary_metric: isNeural ? primary : null,
        minimal_metric_source: isNeural ? null : source,
        neural_metric_source: isNeural ? source : null,
      };
    }),
    global_leakage_controls: [
      "Splits follow time, or whole episodes.",
      compat
        ? "No embargo (compat): training samples may share frames with test samples."
        : "Embargo: a training sample that shares a frame with a test sample, its target included, is left out.",
      "Scalers, classes, vocabularies and projections are learnt from training samples.",
      compat
        ? "Captions are an input of all-feature tasks (compat), against the rule of the suite."
        : "Captions are no input; they are the query of grounding only.",
      "Query and candidate blocks are separated before anything is learnt.",
      "Classes that no training sample shows are reported as unseen_test_classes.",
    ],
    current_limitations: [
      "Predicted features are no pixels, meshes or maps.",
      "Captions repeat over many windows, so that finding the exact window of a caption is ill-posed.",
      "Windows near a boundary are not merged, so that boundary precision is low.",
    ],
    scale_up_gate: {
      required_before_next_omni_quality_pilot: [...scaleUpGate],
      current_status: gate.every(({ met }) => met)
        ? "all items are met"
        : `not met: ${gate.flatMap(({ item, met }) => (met ? [] : [item])).join("; ")}`,
      evidence: gate.map(
        ({ item, met, evidence }) => `${met ? "met" : "not met"}: ${item}: ${evidence}`,
      ),
    },
  };
}

export type ProtocolDocument = ReturnType<typeof protocolDocument>;

interface ProtocolTask {
  readonly id: EpisodeTaskId;
  readonly folder: string;
  readonly metrics: Metrics | undefined;
}

/** The twelve in their order, then what else was run. */
function protocolTasks(results: ProtocolSource["results"]): readonly ProtocolTask[] {
  const ofSuite = episodeTaskIds.filter((id) => taskOf(id).isExtension !== true);
  const others = results.filter(
    ({ folder, options }) =>
      !(ofSuite as readonly string[]).includes(folder) || folder !== options.task,
  );
  return [
    ...ofSuite.map((id) => ({
      id,
      folder: id,
      metrics: results.find(({ folder }) => folder === id)?.metrics,
    })),
    ...others.map(({ folder, options, metrics }) => ({ id: options.task, folder, metrics })),
  ];
}

function gateItems({
  results,
  isHeldOut,
}: Pick<ProtocolSource, "results"> & { readonly isHeldOut: boolean }): readonly GateItem[] {
  const done = results.filter(({ error }) => error === undefined).length;
  const [selected, split, validation, files, heldOut] = scaleUpGate;
  const validated = results.filter(({ metrics }) => Number(metrics.validation_samples ?? 0) > 0);
  const hasValidation = done > 0 && validated.length === done;
  return [
    {
      item: selected,
      met: isHeldOut,
      evidence: isHeldOut ? "windows.csv of several episodes" : "one episode only",
    },
    {
      item: split,
      met: isHeldOut,
      evidence: isHeldOut
        ? "every task's metrics.json: split held_out_episodes"
        : "the split is within an episode",
    },
    {
      item: validation,
      met: hasValidation,
      evidence: hasValidation
        ? `validation_samples in metrics.json of ${validated.length} of ${results.length} tasks`
        : "heads were trained without validation samples",
    },
    {
      item: files,
      met: done > 0 && done === results.length,
      evidence: `metrics.json and predictions.csv of ${done} of ${results.length} tasks; manifest, log and report of the run`,
    },
    {
      item: heldOut,
      met: isHeldOut,
      evidence: isHeldOut
        ? "predictions.csv holds tested episodes only"
        : "tested windows are of the episode that was learnt from",
    },
  ];
}

/** The same for people; four decimals, n/a where nothing is known. */
export function protocolMarkdown(document: ProtocolDocument): string {
  const { scope, split_policy: split, feature_policy: features, scale_up_gate: gate } = document;
  const rows = document.task_protocols.map(
    (task) =>
      `| ${[
        task.task_display_name,
        `\`${task.task}\``,
        task.family,
        task.unit,
        `${task.input} → ${task.target}`,
        `${task.primary_metric} (${task.higher_is_better ? "higher" : "lower"} is better)`,
        score(task.minimal_primary_metric),
        score(task.neural_primary_metric),
      ].join(" | ")} |`,
  );
  return `# ${document.title}

| | |
|---|---|
| windows | ${figure(scope.num_windows)} of ${figure(scope.window_frames)} frames, every ${figure(scope.stride_frames)} frames |
| features | ${features.input_contract} |
| split | ${split.name}, ${split.train_fraction} to learn from |
| embargo | ${split.embargo ? "yes" : "no"} |
| normalisation | ${features.normalization} |

${split.why} ${split.limitation}

## Tasks

| task | id | family | unit | input → target | primary metric | minimal | neural |
|---|---|---|---|---|---|---:|---:|
${rows.join("\n")}

## Rules against leaks

${list(document.global_leakage_controls)}
${list(document.task_protocols.map(({ task, leakage_rule: rule }) => `\`${task}\`: ${rule}`))}
## Limits

${list(document.current_limitations)}
## Gate for a larger claim

${list(gate.evidence)}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}\n`).join("");
}

function figure(value: number | null): string {
  return value === null ? "n/a" : String(value);
}

function score(value: unknown): string {
  return typeof value === "number" ? value.toFixed(4) : "n/a";
}
