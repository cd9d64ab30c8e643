import type { Sample } from "../../core/data/sample.ts";
import type { Json } from "../../core/json.ts";
import type { Metric } from "../../core/scores/metric.ts";
import type { Settled } from "../../engine/settled.ts";
import type { Marked, Scoring } from "../../scoring/scoring.ts";
import { isBaseline, isReference } from "../../summary/baseline-systems.ts";
import type { SampleMetric } from "../../summary/browse/sample-page.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import { explainedAnswer } from "../explain/explained-answer.ts";
import type { Task } from "../task/open-task.ts";
import type { LoggedSystem } from "./logged-sample.ts";

interface FoundAnswer {
  readonly sample: Sample;
  readonly marked: Marked;
  readonly settled: Settled;
  readonly task: Task;
}

/** What the systems of a task made of one sample. */
export class FoundSystems {
  sample: Sample | undefined;
  metrics: readonly SampleMetric[] = [];
  readonly #systems = new Map<string, LoggedSystem>();
  readonly #evidence = new Map<string, Readonly<Record<string, Json>>>();

  add(id: string, { sample, marked, settled, task }: FoundAnswer): void {
    this.sample ??= sample;
    const { kind } = settled.cell.system;
    const known = this.#systems.get(id)?.answers ?? [];
    const place = { task: task.id, system: id, scoring: task.scoring };
    const { task: _, system: __, ...answer } = explainedAnswer(place, marked, settled);
    const answers = [...known, { ...answer, ...shown(task.scoring, { sample, settled }) }];
    this.#systems.set(id, { id, kind, isReference: isReference({ kind }), answers });
  }

  measured(id: string, metrics: readonly Metric[], evidence: Readonly<Record<string, Json>>): void {
    this.#evidence.set(id, evidence);
    if (this.metrics.length > 0) return;
    this.metrics = metrics
      .filter(({ kind }) => kind !== "corpus")
      .map((metric) => ({
        id: metric.id,
        title: metric.title,
        unit: metricUnit({ best: metric.best, worst: metric.worst }),
        best: metric.best,
      }));
  }

  systems(order: readonly string[]): readonly LoggedSystem[] {
    const all = [...this.#systems.values()].sort(
      (a, b) => order.indexOf(a.id) - order.indexOf(b.id),
    );
    return inOrder(
      all.map((system) => ({
        ...system,
        answers: system.answers.map((answer, at) => ({
          ...answer,
          evidence: ownEvidence(this.#evidence.get(system.id) ?? {}, at, system.answers.length),
        })),
      })),
    );
  }
}

/** Of repeats, each has its own. */
function ownEvidence(
  evidence: Readonly<Record<string, Json>>,
  at: number,
  count: number,
): Readonly<Record<string, Json>> {
  const entries = Object.entries(evidence).map(([measure, rows]) => {
    const own = Array.isArray(rows) && rows.length === count ? rows[at] : rows;
    return [measure, own ?? null] as const;
  });
  return Object.fromEntries(entries);
}

/** An answer as its family shows it. */
export function shown(
  { family, settings, lent }: Scoring,
  { sample, settled }: Pick<FoundAnswer, "sample" | "settled">,
) {
  const { outcome, grades } = settled;
  const value = outcome?.kind === "answered" ? outcome.value : null;
  const { display } = family;
  return {
    view: display.view(sample, value, {
      options: settings.options,
      graders: lent.graders,
      grades,
    }),
    brief: display.brief?.(sample, value) ?? null,
  };
}

/** Systems that a task is about, then probes, then what is made from the truth or by a rule. */
export function inOrder(systems: readonly LoggedSystem[]): readonly LoggedSystem[] {
  const rank = (system: LoggedSystem) => {
    if (isBaseline(system)) return 3;
    if (system.isReference) return 2;
    return system.answers.some(({ condition }) => condition !== undefined) ? 1 : 0;
  };
  return systems.toSorted((a, b) => rank(a) - rank(b));
}

/** Without what says anything of data that may not be handed on. */
export function withheld(system: LoggedSystem): LoggedSystem {
  return {
    ...system,
    answers: system.answers.map(({ said: _, reason: __, ...answer }) => ({
      ...answer,
      ...{ answer: null, view: null, brief: null, asks: [], looks: [], grades: {}, evidence: {} },
    })),
  };
}
