import type { Summary } from "../../summary/summary.ts";
import type { Figures } from "../output/headline-evidence.ts";

export interface ScoreDifferences {
  /** Scores that both have. */
  readonly count: number;
  /** Each score that differs, or that only one of them has, in words. */
  readonly differing: readonly string[];
}

/** Which scores of a summary differ from those of another, intervals included. */
export function differingScores(stored: Summary, now: Summary): ScoreDifferences {
  const [before, after] = [scoresIn(stored), scoresIn(now)];
  const differing: string[] = [];
  let count = 0;
  for (const [name, score] of before) {
    const other = after.get(name);
    if (!other) differing.push(`${name} is gone`);
    else {
      count++;
      if (!isSameScore(score, other))
        differing.push(`${name} was ${figuresText(score)}, is ${figuresText(other)}`);
    }
  }
  for (const name of after.keys()) if (!before.has(name)) differing.push(`${name} is new`);
  return { count, differing };
}

function scoresIn({ tasks }: Summary): ReadonlyMap<string, Figures> {
  return new Map(
    tasks.flatMap((task) =>
      task.systems.flatMap((system) =>
        Object.entries(system.metrics).map(
          ([id, score]) => [`${task.id}, ${system.id}, ${id}`, score] as const,
        ),
      ),
    ),
  );
}

const digits = 6;

/** Long enough to tell apart what any table would print alike. */
export function figuresText({ value, low, high, n }: Figures): string {
  const shown = (figure: number) => String(Number(figure.toPrecision(digits)));
  if (value === null) return "not defined";
  const limits = low === null || high === null ? "" : ` [${shown(low)}, ${shown(high)}]`;
  return `${shown(value)}${limits} of ${n}`;
}

/** Whether two scores are the same to the last digit. */
export function isSameScore(one: Figures, other: Figures): boolean {
  const keys = ["value", "low", "high", "n"] as const;
  return keys.every((key) => one[key] === other[key]);
}
