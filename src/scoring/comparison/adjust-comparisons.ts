import { benjaminiHochberg } from "../../math/significance/benjamini-hochberg.ts";
import { holm } from "../../math/significance/holm.ts";
import type {
  ComparedScore,
  SystemComparison,
  SystemPairTest,
  TaskComparisons,
} from "../../summary/comparison-summary.ts";
import { differenceVerdict } from "./difference-verdict.ts";

interface Tested {
  readonly p: number | null;
}

/**
 * Corrects the p-values of all tasks of a run: headline metrics by Holm over tasks and systems,
 * pairs of systems by Holm over tasks and pairs, all others (further metrics, slices), which are
 * exploratory, by Benjamini and Hochberg.
 */
export function adjustComparisons<Task extends Partial<TaskComparisons>>(
  tasks: readonly Task[],
): readonly Task[] {
  const all = tasks.flatMap(({ comparisons = [] }) => comparisons.flatMap(scoresOf));
  const corrected = new Map<Tested, number>([
    ...adjusted(
      holm,
      all.filter(({ correction }) => correction === "Holm"),
    ),
    ...adjusted(
      benjaminiHochberg,
      all.filter(({ correction }) => correction !== "Holm"),
    ),
    ...adjusted(
      holm,
      tasks.flatMap(({ pairs = [] }) => pairs),
    ),
  ]);
  return tasks.map((task) => {
    const { comparisons, pairs } = task;
    if (!comparisons) return task;
    const compared = comparisons.map((one) => adjustComparison(one, corrected));
    return {
      ...task,
      comparisons: compared,
      ...(pairs ? { pairs: pairs.map((pair) => adjustPair(pair, comparisons, corrected)) } : {}),
    };
  });
}

type Corrected = ReadonlyMap<Tested, number>;

function scoresOf({ metrics, slices = {} }: SystemComparison): readonly ComparedScore[] {
  return [
    ...Object.values(metrics),
    ...Object.values(slices).flatMap((values) => Object.values(values)),
  ];
}

function adjusted(
  correct: (pValues: readonly number[]) => readonly number[],
  tests: readonly Tested[],
): readonly (readonly [Tested, number])[] {
  const tested = tests.flatMap((test) => (test.p === null ? [] : [{ test, p: test.p }]));
  const pValues = correct(tested.map(({ p }) => p));
  return tested.map(({ test }, i) => [test, pValues[i]!] as const);
}

function adjustComparison(comparison: SystemComparison, corrected: Corrected): SystemComparison {
  const { metrics, slices } = comparison;
  const scores = (own: Readonly<Record<string, ComparedScore>>) =>
    Object.fromEntries(
      Object.entries(own).map(([id, score]) => [id, adjustScore(score, corrected)]),
    );
  return {
    ...comparison,
    metrics: scores(metrics),
    ...(slices
      ? {
          slices: Object.fromEntries(
            Object.entries(slices).map(([name, values]) => [name, scores(values)]),
          ),
        }
      : {}),
  };
}

function adjustScore(score: ComparedScore, corrected: Corrected): ComparedScore {
  const tested = { ...score, adjusted: corrected.get(score) ?? null };
  return { ...tested, verdict: verdictOf(tested, score) };
}

function adjustPair(
  pair: SystemPairTest,
  comparisons: readonly SystemComparison[],
  corrected: Corrected,
): SystemPairTest {
  const { headline, metrics } = comparisons[0]!;
  const tested = { ...pair, adjusted: corrected.get(pair) ?? null };
  const metric = metrics[headline];
  return metric ? { ...tested, verdict: verdictOf(tested, metric) } : tested;
}

/** That no sample scores differently needs no test. */
function verdictOf(
  tested: Pick<ComparedScore, "difference" | "p" | "adjusted" | "verdict">,
  metric: Pick<ComparedScore, "best" | "worst">,
): ComparedScore["verdict"] {
  return tested.verdict === "same" ? "same" : differenceVerdict(tested, metric);
}
