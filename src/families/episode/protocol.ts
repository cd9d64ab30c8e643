import type { Json } from "../../core/json.ts";
import { groupOf } from "./blocks.ts";
import { inputText } from "./exports/input-text.ts";
import { gateItems, scaleUpGate } from "./scale-up-gate.ts";
import { type EpisodeOptions, hasEmbargo } from "./schema.ts";
import { type EpisodeTaskId, episodeTaskIds, taskOf } from "./tasks.ts";

type Metrics = Readonly<Record<string, unknown>>;

/** One task of a system, as its folder has it. */
export interface ProtocolResult {
  readonly folder: string;
  readonly options: EpisodeOptions;
  readonly metrics: Metrics;
  readonly error?: string | undefined;
  /** Names of the files in the folder. */
  readonly files: readonly string[];
}

/** One system of a suite. The suite knows two kinds; everything else is named. */
export interface ProtocolSystem {
  readonly id: string;
  readonly kind: string;
  readonly identity: Json;
  readonly role: "minimal" | "neural" | "baseline" | "other";
  /** Where its tasks are, with a final slash; empty beside the document. */
  readonly place: string;
  readonly results: readonly ProtocolResult[];
}

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
  readonly systems: readonly ProtocolSystem[];
  /** Paths of the files beside the folders of tasks, from the document. */
  readonly files: readonly string[];
  readonly generatedAt: string | null;
}

/** The protocol that a suite was run by, with the members of the original's document. */
export function protocolDocument(source: ProtocolSource) {
  const { report, episodes, hasAudio, systems, files, generatedAt } = source;
  const results = systems.flatMap((system) => system.results);
  const own = systems.filter(({ role }) => role !== "baseline");
  const judged = own.length > 0 ? own : systems;
  const gate = gateItems({
    results: judged.flatMap((system) => system.results),
    unit: judged.length === 1 ? "tasks" : `tasks of ${judged.length} systems`,
    files,
  });
  const manifest = files.find((path) => /(?:^|\/)feature_manifest\.json$/.test(path)) ?? null;
  return {
    title: "Episode task suite: evaluation protocol",
    status: results.some(({ error }) => error !== undefined) ? "incomplete" : "pass",
    version: "1",
    generated_at_utc: generatedAt,
    source_files: [
      ...new Set([
        "summary_report.json",
        ...files.filter((path) => /windows\.csv$|manifest/.test(path)),
      ]),
    ],
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
    split_policy: splitPolicy(source, results),
    feature_policy: {
      input_contract: `${report.feature_dim} features of a window at most; each task reads its own blocks`,
      source_manifest: manifest,
      normalization: "Scalers are fitted on training samples only.",
      audio_status:
        hasAudio === null
          ? null
          : hasAudio
            ? "Sound is among the features."
            : "No feature is made of sound.",
    },
    baselines: systems.map(baselineEntry),
    task_protocols: protocolTasks(results).map((task) => taskProtocol(task, systems)),
    global_leakage_controls: leakageControls(results),
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

const heldOutSplit = "held_out_episodes";

/** The splits that tasks were tested by; more than one where tasks differ, none where unknown. */
function splitsOf(results: readonly ProtocolResult[]): readonly unknown[] {
  return [...new Set(results.flatMap(({ metrics }) => metrics.split ?? []))];
}

const splitTexts = {
  heldOut: {
    name: heldOutSplit,
    why: "Whole episodes are tested, none of whose windows is learnt from.",
    limitation: "Scores are those of these episodes; intervals treat episodes as independent.",
  },
  chronological: {
    name: "single_episode_chronological",
    why: "The earlier part of the episode is learnt from, the later part tested.",
    limitation: "One episode says nothing about others.",
  },
  mixed: {
    name: "differs_by_task",
    why: "Some tasks are tested on whole episodes, others on the later part of one: split in metrics.json of each.",
    limitation: "Scores of tasks with different splits do not compare.",
  },
  unknown: {
    name: "not_recorded",
    why: "How training and test samples were split is not recorded with these results.",
    limitation: "Whether test samples were learnt from cannot be told.",
  },
} as const;

function splitPolicy({ episodes }: ProtocolSource, results: readonly ProtocolResult[]) {
  const splits = splitsOf(results);
  const isHeldOut = splits.length === 1 && splits[0] === heldOutSplit;
  const options = results[0]?.options;
  const tested = new Set(
    results.flatMap(({ metrics }) =>
      Array.isArray(metrics.test_episodes) ? metrics.test_episodes.map(String) : [],
    ),
  ).size;
  const byTime = splits.length === 1 && !isHeldOut ? (options?.trainFraction ?? 0.7) : null;
  const fraction = isHeldOut && episodes !== null ? 1 - tested / episodes : byTime;
  const text =
    splits.length > 1
      ? splitTexts.mixed
      : isHeldOut
        ? splitTexts.heldOut
        : splits.length === 1
          ? splitTexts.chronological
          : splitTexts.unknown;
  return {
    name: text.name,
    train_fraction: fraction === null ? null : Number(fraction.toFixed(6)),
    test_fraction: fraction === null ? null : Number((1 - fraction).toFixed(6)),
    why: text.why,
    limitation: text.limitation,
    // Whole episodes share no frames.
    embargo: isHeldOut || splits.length === 0 ? null : results.every(isEmbargoed),
  };
}

function isEmbargoed({ options }: ProtocolResult): boolean {
  return hasEmbargo(options);
}

const headTexts = {
  minimal: {
    heads: ["softmax", "multi-label logistic", "dual ridge", "ridge projection and cosine ranking"],
    purpose: "Linear heads whose training can be checked by hand.",
  },
  neural: {
    heads: ["MLP classifier", "MLP multi-label head", "MLP regressor"],
    purpose: "A small nonlinear head on the same inputs.",
  },
} as const;

/** A system as the document lists it: heads as the suite calls them, others by their kind. */
function baselineEntry({ id, kind, identity, role }: ProtocolSystem) {
  if (role === "minimal" || role === "neural")
    return {
      name: role === "neural" ? "neural_mlp" : "minimal",
      system: id,
      heads: [...headTexts[role].heads],
      purpose: headTexts[role].purpose,
      ...(kind === "heads" ? { config: identity } : {}),
    };
  return {
    name: id,
    system: id,
    heads: [],
    purpose:
      role === "baseline"
        ? `Baseline "${kind}" that learns nothing from features; scores are read against it.`
        : `Answers of a system of the kind "${kind}".`,
  };
}

interface ProtocolTask {
  readonly id: EpisodeTaskId;
  readonly folder: string;
}

/** The twelve in their order, then what else was run. */
function protocolTasks(results: readonly ProtocolResult[]): readonly ProtocolTask[] {
  const ofSuite = episodeTaskIds.filter((id) => taskOf(id).isExtension !== true);
  const others = new Map(
    results.flatMap(({ folder, options: { task } }) =>
      ofSuite.some((id) => id === folder && id === task) ? [] : [[folder, task] as const],
    ),
  );
  return [
    ...ofSuite.map((id) => ({ id, folder: id })),
    ...[...others].map(([folder, id]) => ({ id, folder })),
  ];
}

/** What a system has of a task. */
function scoreOf(system: ProtocolSystem | undefined, { id, folder }: ProtocolTask) {
  const result = system?.results.find((one) => one.folder === folder);
  const isScored = result !== undefined && result.error === undefined;
  return {
    metric: isScored ? (result.metrics[taskOf(id).metrics[0]] ?? null) : null,
    source: isScored ? `${system!.place}${folder}/metrics.json` : null,
  };
}

function taskProtocol(own: ProtocolTask, systems: readonly ProtocolSystem[]) {
  const task = taskOf(own.id);
  const result = systems
    .flatMap(({ results }) => results)
    .find(({ folder, error }) => folder === own.folder && error === undefined);
  const { metrics = {}, options } = result ?? {};
  const first = (role: ProtocolSystem["role"]) => systems.find((system) => system.role === role);
  const [minimal, neural] = [first("minimal"), first("neural")];
  const others = systems.filter((system) => system !== minimal && system !== neural);
  const leaks = namesIn(metrics.leaks);
  return {
    task: own.id,
    task_display_name: task.name,
    family: task.family,
    unit: task.unit,
    input: options ? inputText(options, namesIn(metrics.input_blocks)) : task.input,
    target: task.target,
    primary_metric: task.metrics[0],
    higher_is_better: task.lessIsBetter !== true,
    leakage_rule: task.leakageRule,
    ...(leaks && leaks.length > 0 ? { leaks } : {}),
    counts: Object.fromEntries(
      Object.entries(metrics).filter(([name]) =>
        /^num_(?:train_|test_|embargoed_)?(?:windows|samples|queries)$/.test(name),
      ),
    ),
    minimal_primary_metric: scoreOf(minimal, own).metric,
    neural_primary_metric: scoreOf(neural, own).metric,
    minimal_metric_source: scoreOf(minimal, own).source,
    neural_metric_source: scoreOf(neural, own).source,
    ...(others.length === 0
      ? {}
      : {
          other_primary_metrics: Object.fromEntries(
            others.map((system) => [system.id, scoreOf(system, own).metric]),
          ),
        }),
  };
}

function namesIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** The rules that hold for all tasks, and those that some of them broke. */
function leakageControls(results: readonly ProtocolResult[]): readonly string[] {
  const isByTime = splitsOf(results).some((split) => split !== heldOutSplit);
  const isOriginal = results.some(({ options }) => options.compat);
  const readers = results.filter(({ options, metrics }) =>
    (namesIn(metrics.input_blocks) ?? (options.compat ? ["caption"] : [])).some(
      (name) => taskOf(options.task).kind !== "match" && groupOf(name) === "language",
    ),
  );
  const names = [...new Set(readers.map(({ folder }) => folder))];
  return [
    isByTime
      ? "Within an episode the earlier part is learnt from and the later tested."
      : "Whole episodes are tested.",
    ...(isByTime
      ? [
          results.every(isEmbargoed)
            ? "Embargo: a training sample that shares a frame with a test sample, its target included, is left out."
            : "No embargo: training samples may share frames with test samples.",
        ]
      : ["No training sample shares a frame with a test sample: they are of other episodes."]),
    isOriginal
      ? "Scalers and projections are learnt from training samples; classes and vocabularies are those of all samples, tested ones included (compat)."
      : "Scalers, classes, vocabularies and projections are learnt from training samples.",
    names.length > 0
      ? `Captions are an input of ${names.join(", ")}, against the rule of the suite.`
      : "Captions are no input; they are the query of grounding only.",
    "Query and candidate blocks are separated before anything is learnt.",
    "Classes that no training sample shows are reported as unseen_test_classes.",
  ];
}

/** The same for people; four decimals, n/a where nothing is known. */
export function protocolMarkdown(document: ProtocolDocument): string {
  const { scope, split_policy: split, feature_policy: features, scale_up_gate: gate } = document;
  const others = [
    ...new Set(
      document.task_protocols.flatMap((task) => Object.keys(task.other_primary_metrics ?? {})),
    ),
  ];
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
        ...others.map((id) => score(task.other_primary_metrics?.[id])),
      ].join(" | ")} |`,
  );
  return `# ${document.title}

| | |
|---|---|
| windows | ${figure(scope.num_windows)} of ${figure(scope.window_frames)} frames, every ${figure(scope.stride_frames)} frames |
| features | ${features.input_contract} |
| split | ${split.name}${split.train_fraction === null ? "" : `, ${split.train_fraction} to learn from`} |
| embargo | ${split.embargo === null ? "n/a" : split.embargo ? "yes" : "no"} |
| normalisation | ${features.normalization} |

${split.why} ${split.limitation}

## Tasks

| task | id | family | unit | input → target | primary metric | minimal | neural |${others.map((id) => ` ${id} |`).join("")}
|---|---|---|---|---|---|---:|---:|${"---:|".repeat(others.length)}
${rows.join("\n")}

## Rules against leaks

${list(document.global_leakage_controls)}
${list(
  document.task_protocols.map(
    ({ task, leakage_rule: rule, leaks }) =>
      `\`${task}\`: ${rule}${leaks ? ` Here: ${leaks.join("; ")}.` : ""}`,
  ),
)}
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
