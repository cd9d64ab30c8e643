/** The five things that must be there before a larger claim is made, by name. */
export const scaleUpGate = [
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

/** One task of one system, as far as the gate looks at it. */
interface GateResult {
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly error?: string | undefined;
  /** Names of the files in the folder of the task. */
  readonly files: readonly string[];
}

interface GateSource {
  readonly results: readonly GateResult[];
  /** What the results are called: tasks, or tasks of several systems. */
  readonly unit: string;
  /** Paths of the files beside the folders of the tasks. */
  readonly files: readonly string[];
}

/** Judges the items; evidence names only files that were written. */
export function gateItems({ results, files, unit }: GateSource): readonly GateItem[] {
  const done = results.filter(({ error }) => error === undefined);
  const [selected, split, validation, kept, heldOut] = scaleUpGate;
  const all = done.length > 0 && done.length === results.length;
  const isHeldOut =
    done.length > 0 && done.every(({ metrics }) => metrics.split === "held_out_episodes");
  const episodes = [...new Set(done.flatMap(({ metrics }) => listOf(metrics.test_episodes)))];
  const tables = files.filter((path) => path.endsWith("/windows.csv"));
  const validated = done.filter(({ metrics }) => Number(metrics.validation_samples ?? 0) > 0);
  const hasValidation = all && validated.length === done.length;
  const records = recordsOf({ results, files, unit }, done);
  return [
    {
      item: selected,
      met: isHeldOut,
      evidence: isHeldOut
        ? tables.length > 1
          ? `windows.csv of ${tables.length} episodes`
          : "test_episodes in metrics.json of every task"
        : "one episode only",
    },
    {
      item: split,
      met: isHeldOut,
      evidence: isHeldOut
        ? `metrics.json of every task: split held_out_episodes, test_episodes ${episodes.join(", ")}`
        : "the split of a task is within an episode",
    },
    {
      item: validation,
      met: hasValidation,
      evidence: hasValidation
        ? `validation_samples in metrics.json of ${validated.length} of ${results.length} ${unit}`
        : validated.length > 0
          ? `only ${validated.length} of ${results.length} ${unit} have validation_samples in metrics.json`
          : "nothing was trained with validation samples",
    },
    {
      item: kept,
      met: all && records.missing.length === 0,
      evidence: [
        records.found.join(", "),
        ...(records.missing.length > 0 ? [`missing: ${records.missing.join(", ")}`] : []),
      ].join("; "),
    },
    {
      item: heldOut,
      met: isHeldOut,
      evidence: isHeldOut
        ? `predictions.csv of every task has windows of ${episodes.join(", ")} alone`
        : "tested windows are of an episode that was learnt from",
    },
  ];
}

/** What was written of what a run should leave, and what was not. */
function recordsOf({ results, files, unit }: GateSource, done: readonly GateResult[]) {
  const count = (test: (result: GateResult) => boolean) => done.filter(test).length;
  const manifests = files.filter((path) => /(?:^|\/)feature_manifest\.json$/.test(path)).length;
  const isTrained = ({ metrics }: GateResult) =>
    Object.keys(metrics).some((name) => name.startsWith("train_final_"));
  const trained = count(isTrained);
  const logs = count(({ files: own }) => own.includes("history.json"));
  const of = `of ${results.length} ${unit}`;
  return {
    found: [
      ...(manifests > 0
        ? [manifests === 1 ? "feature_manifest.json" : `${manifests} files feature_manifest.json`]
        : []),
      ...(trained > 0 ? [`train_final figures in metrics.json of ${trained} ${of}`] : []),
      ...(logs > 0 ? [`history.json of ${logs} ${of}`] : []),
      `metrics.json and predictions.csv of ${done.length} ${of}`,
      "summary_report.json",
    ],
    missing: [
      ...(manifests > 0 ? [] : ["manifest"]),
      ...(trained === results.length
        ? []
        : [`training metadata of ${results.length - trained} ${of}`]),
      ...(logs > 0 ? [] : ["progress logs"]),
    ],
  };
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
