import type { Metric, Score } from "../../../core/scores/metric.ts";
import { UserError } from "../../../core/user-error.ts";
import {
  approximateRandomisation,
  meanOfResamples,
  pairedBootstrapP,
} from "../../../math/significance/sacrebleu-tests.ts";
import { pairedDifferences } from "../../../scoring/comparison/paired-difference.ts";
import { type PairedDifference, pairSystems } from "../../../scoring/comparison/paired-systems.ts";
import {
  PreparedSystem,
  type ResampledSystem,
  resampleTogether,
} from "../../../scoring/comparison/prepared-system.ts";
import { resamplesFor } from "../../../scoring/interval/score-intervals.ts";
import type { Flags } from "../command.ts";
import type { Asked } from "./ask-metrics.ts";
import { dashed } from "./dashed.ts";
import type { AgainstFile, AgainstScore, Figure, ScoredFiles } from "./metric-input.ts";
import { groupsOf } from "./score-figures.ts";

/** How differences are tested: by the rules of all comparisons, or as sacreBLEU does. */
type TestKind = "own" | "bootstrap" | "randomisation";

interface PairedTest {
  readonly kind: TestKind;
  /** Resamples or trials of sacreBLEU's tests. */
  readonly draws: number;
  readonly seed: number;
}

/** sacreBLEU's own defaults. */
const usualDraws = { bootstrap: 1_000, randomisation: 10_000, own: 0 };
const usualSeed = 12_345;

/** Sets the figures of the files against those of each `--against`. */
export async function againstFiles(
  request: Asked,
  files: ScoredFiles,
): Promise<readonly AgainstFile[]> {
  const { input, flags } = request;
  const flag = input.predictionFlag;
  if (flag === undefined)
    throw new UserError(
      `--against does not go with metrics of ${input.id}`,
      `these read ${input.usage}; vidimus compare takes files of predictions`,
    );
  const test = testOf(flags);
  const paths = flags.against as readonly string[];
  const own = preparedFiles(files);
  const others: PreparedFiles[] = [];
  for (const path of paths) {
    const other = await input.reader.open(requestFor(request, flag, path));
    checkUnits(files, other, { own: request.file(flag), other: path });
    others.push(preparedFiles(other));
  }
  const resamples = test.kind === "bootstrap" ? test.draws : resamplesFor(files.n);
  resampleTogether([own, ...others].map(resampled), { resamples, seed: test.seed });
  const found: AgainstFile[] = [];
  for (const [at, path] of paths.entries()) {
    const joined =
      test.kind === "randomisation"
        ? await input.reader.joined?.(request, [request.file(flag), path])
        : undefined;
    found.push({ path, scores: compared(own, others[at]!, { test, joined }) });
  }
  return found;
}

/** What is resampled in any case: scores of whole sets in which every unit counts. */
function resampled({ system, metrics }: PreparedFiles): ResampledSystem {
  return {
    system,
    metrics: metrics.filter((metric) => {
      const { counted, values } = system.prepare(metric);
      return metric.kind === "corpus" && !values && !counted?.includes(0);
    }),
  };
}

/** The same request about another file of predictions. */
function requestFor(request: Asked, flag: string, path: string): Asked {
  const flags = { ...request.flags, [flag]: path };
  return { ...request, flags, file: (name) => (name === flag ? path : request.file(name)) };
}

function testOf(flags: Flags): PairedTest {
  const { pairedBs, pairedAr } = flags;
  if (pairedBs === true && pairedAr === true)
    throw new UserError("give --paired-bs or --paired-ar, not both");
  const kind = pairedBs === true ? "bootstrap" : pairedAr === true ? "randomisation" : "own";
  const given = { bootstrap: flags.pairedBsN, randomisation: flags.pairedArN, own: undefined };
  for (const [one, name] of [
    ["bootstrap", "pairedBsN"],
    ["randomisation", "pairedArN"],
  ] as const)
    if (flags[name] !== undefined && kind !== one)
      throw new UserError(`${dashed(name)} goes with ${dashed(name).replace(/-n$/, "")}`);
  return {
    kind,
    draws: (given[kind] as number | undefined) ?? usualDraws[kind],
    seed: (flags.seed as number | undefined) ?? (kind === "own" ? 1 : usualSeed),
  };
}

function checkUnits(
  own: ScoredFiles,
  other: ScoredFiles,
  paths: { readonly own: string; readonly other: string },
): void {
  const missing = own.names?.find((name) => !other.names?.includes(name));
  if (own.n === other.n && (!own.names || own.names.every((name, i) => name === other.names?.[i])))
    return;
  const counts = `${paths.own} has ${own.n} ${own.units}, ${paths.other} ${other.n}`;
  throw new UserError(
    `--against: ${counts}${missing === undefined ? "" : `; ${missing} is only in the first`}`,
    "systems are compared on the same units in the same order",
  );
}

interface PreparedFiles {
  readonly figures: readonly Figure[];
  readonly metrics: readonly Metric[];
  readonly system: PreparedSystem;
}

/** Figures in the clothes of metrics, so that all comparisons are made by the same code. */
function preparedFiles(files: ScoredFiles): PreparedFiles {
  const figures = [...new Map(files.figures.map((figure) => [figure.key, figure])).values()];
  const places = Uint32Array.from({ length: files.n }, (_, i) => i);
  const system = new PreparedSystem({
    n: files.n,
    ...groupsOf(files),
    answered: new Uint8Array(files.n).fill(1),
    slices: [],
    digests: { high: new Uint32Array(files.n), low: places },
    evidence: () => [],
  });
  const metrics = figures.map(({ key, title, kind, best, worst, score, values, counted }) => {
    const metric = { id: key, title, kind, best, worst } as Metric;
    system.take({ metric, score, values, counted });
    return metric;
  });
  return { figures, metrics, system };
}

interface Comparing {
  readonly test: PairedTest;
  /** Figures of the units of both, those of the first before the others. */
  readonly joined: readonly Figure[] | undefined;
}

function compared(
  own: PreparedFiles,
  other: PreparedFiles,
  { test, joined }: Comparing,
): AgainstFile["scores"] {
  const pairs = own.metrics.flatMap((metric) => {
    const second = other.metrics.find(({ id }) => id === metric.id);
    return second ? [{ metric, second }] : [];
  });
  const found = pairedDifferences(pairs, pairSystems(own.system, other.system), {
    unanswered: "empty",
    seed: test.seed,
  });
  const scores = pairs.map(({ metric, second }, i): readonly [string, AgainstScore] => {
    const difference = found[i]!;
    const usual = usualScore(difference);
    if (test.kind === "own" || difference.value === null) return [metric.id, usual];
    const sides = [own.system, other.system] as const;
    return [
      metric.id,
      {
        ...usual,
        ...(test.kind === "bootstrap"
          ? bootstrapped(sides, [metric, second], { ...test, difference: difference.value })
          : randomised(own, metric, { test, joined, difference: difference.value, other })),
      },
    ];
  });
  if (scores.length > 0 && scores.every(([, { test: made }]) => made === notSwapped))
    throw new UserError(
      `--paired-ar does not go with ${scores.map(([id]) => id).join(", ")}, whose units cannot be swapped one by one`,
      "--paired-bs, or neither: the usual paired test",
    );
  return new Map(scores);
}

function usualScore(difference: PairedDifference): AgainstScore {
  const { second, value, low, high, interval, pValue, test, detectable } = difference;
  return {
    value: second,
    difference: value,
    low,
    high,
    interval,
    p: pValue,
    test,
    minimumDetectableEffect: detectable,
  };
}

type Tested = Pick<AgainstScore, "p" | "test" | "means" | "remark">;

/** Fewer draws than this leave p-values coarse. */
const leastDraws = 1_000;

interface Drawn {
  readonly draws: number;
  /** Only of the paired bootstrap. */
  readonly difference?: number;
}

function remarkOn({ draws, difference }: Drawn): Pick<AgainstScore, "remark"> {
  const remarks = [
    ...(difference === 0
      ? [
          "the scores are equal, and sacreBLEU's paired bootstrap gives equal scores its smallest p: --paired-ar, or neither, does not",
        ]
      : []),
    ...(draws < leastDraws
      ? [`${draws} draws are few: no p can be below ${(1 / (draws + 1)).toPrecision(2)}`]
      : []),
  ];
  return remarks.length === 0 ? {} : { remark: remarks.join("; ") };
}

function bootstrapped(
  systems: readonly [PreparedSystem, PreparedSystem],
  metrics: readonly [Metric, Metric],
  { draws, seed, difference }: PairedTest & { readonly difference: number },
): Tested {
  const [first, second] = systems.map((system, side) => {
    const metric = metrics[side]!;
    const { counted } = system.prepare(metric);
    const base = counted?.includes(0) ? new Uint32Array(counted) : undefined;
    return system.resample([metric], { resamples: draws, seed, base })[0]!.values;
  });
  return {
    p: pairedBootstrapP(first!, second!, difference),
    ...remarkOn({ draws, difference }),
    test: `paired bootstrap as in sacreBLEU, ${draws} resamples, seed ${seed}`,
    means: { own: meanOfResamples(first!), other: meanOfResamples(second!) },
  };
}

interface Randomised extends Comparing {
  readonly difference: number;
  readonly other: PreparedFiles;
}

function randomised(
  own: PreparedFiles,
  metric: Metric,
  { test: { draws: trials, seed }, joined, difference, other }: Randomised,
): Tested {
  const score =
    joined?.find(({ key }) => key === metric.id)?.score ?? joinedMean(own, other, metric);
  if (!score) return { p: null, test: notSwapped };
  const { groups, groupCount } = own.system.evidence;
  return {
    ...remarkOn({ draws: trials }),
    p: approximateRandomisation({ score, groups, groupCount, difference, trials, seed }),
    test: `approximate randomisation as in sacreBLEU, ${trials} trials, seed ${seed}`,
  };
}

const notSwapped = "none: units of the metric cannot be swapped one by one (--paired-bs can)";

/** The mean over units of both, where the metric is a mean. */
function joinedMean(own: PreparedFiles, other: PreparedFiles, metric: Metric): Score | undefined {
  const [a, b] = [own, other].map(
    ({ figures }) => figures.find(({ key }) => key === metric.id)?.values,
  );
  if (!a || !b) return undefined;
  return (weights) => {
    let [sum, all] = [0, 0];
    for (let i = 0; i < a.length + b.length; i++) {
      const value = i < a.length ? a[i]! : b[i - a.length]!;
      const weight = weights ? weights[i]! : 1;
      if (weight === 0 || Number.isNaN(value)) continue;
      sum += weight * value;
      all += weight;
    }
    return all === 0 ? null : sum / all;
  };
}
