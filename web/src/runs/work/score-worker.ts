import type { Family } from "../../../../src/core/family.ts";
import type { Metric } from "../../../../src/core/scores/metric.ts";
import { openPacked } from "../../../../src/scoring/evidence/packed-evidence.ts";
import {
  type SliceScore,
  type SliceScorer,
  sliceScorer,
} from "../../../../src/scoring/slice-scorer.ts";
import type { ColumnFile } from "../../../../src/summary/browse/column-file.ts";
import { indexFiles, noCode } from "../../../../src/summary/browse/run-index.ts";
import { serveRemote } from "../../app/remote.ts";
import { ColumnStore } from "./column-store.ts";
import type { TaskPlace } from "./sample-worker.ts";

/** The families by their folders; each is loaded when a task of it is first scored. */
const families = import.meta.glob<Readonly<Record<string, unknown>>>(
  "../../../../src/families/*/index.ts",
);

/** What is to be scored: a metric of some systems. */
export interface ScoreRequest {
  readonly at: TaskPlace;
  readonly systems: readonly string[];
  readonly metric: string;
  /** 1 for each sample that counts; all do where absent. */
  readonly samples?: Uint8Array | undefined;
  /** A newer request ends the work on older ones with the same name. */
  readonly topic: string;
}

export interface SliceRequest extends ScoreRequest {
  /** One field, or two. */
  readonly fields: readonly string[];
  /** Without them, scores are there at once also where intervals are drawn by resampling. */
  readonly hasIntervals: boolean;
}

/** The score of one system; with a `problem` where it cannot be scored here. */
export interface SystemScore {
  readonly system: string;
  readonly score: SliceScore | null;
  readonly problem?: string;
}

/** The scores of the samples with the same values. */
export interface ScoredSlice {
  /** One for each field. */
  readonly values: readonly string[];
  readonly scores: readonly SystemScore[];
}

const store = new ColumnStore();
const prepared = new Map<string, Promise<PreparedSystem>>();
const latest = new Map<string, object>();

interface PreparedSystem {
  readonly scorer: SliceScorer;
  /** The sample that each row of the evidence is of. */
  readonly samples: Uint32Array;
}

function prepare(at: TaskPlace, system: string, metric: string): Promise<PreparedSystem> {
  const key = JSON.stringify([at.base, at.place, system, metric]);
  const known = prepared.get(key) ?? preparing(at, system, metric);
  prepared.set(key, known);
  return known;
}

async function preparing(
  { base, place, task }: TaskPlace,
  system: string,
  metric: string,
): Promise<PreparedSystem> {
  const at = task.systems.findIndex(({ id }) => id === system);
  const known = task.systems[at];
  if (!known) throw new Error(`the task has no system ${system}`);
  if (known.unscored?.[metric]) throw new Error(known.unscored[metric]);
  const found = await metricOf({ base, place, task }, metric);
  const [evidence, answers] = await Promise.all([
    store.open(base, indexFiles.evidence(place, at)),
    store.open(base, indexFiles.answers(place, at)),
  ]);
  const set = openPacked(evidence);
  return { scorer: sliceScorer(set, [found], task), samples: samplesOf(answers, set.n) };
}

/** The metric as the command line has it, in the same words. */
async function metricOf({ task }: TaskPlace, id: string): Promise<Metric> {
  const wanted = task.metrics.find((metric) => metric.id === id);
  const load = families[`../../../../src/families/${task.family}/index.ts`];
  if (!load) throw new Error(`the family ${task.family} is not one of this app`);
  const family = Object.values(await load()).find(
    (one): one is Family => (one as Partial<Family> | null)?.id === task.family,
  )!;
  const lent = { graders: task.graders, tables: {}, scratch: undefined };
  const metric = family.scoring(task.options, lent).metrics.find((one) => one.id === id);
  if (!wanted || metric?.signature !== wanted.signature || metric.measure !== wanted.measure)
    throw new Error("it needs tables that only the command line reads");
  return metric;
}

function samplesOf({ columns }: ColumnFile, n: number): Uint32Array {
  const samples = new Uint32Array(n);
  const [evidence, sample] = [columns.evidence!, columns.sample!];
  for (let row = 0; row < sample.length; row++)
    if (evidence[row] !== noCode.evidence) samples[evidence[row]!] = sample[row]!;
  return samples;
}

/** Which rows of the evidence are of the samples that count. */
function rowsOf({ samples }: PreparedSystem, mask: Uint8Array | undefined): Uint8Array | undefined {
  return mask && Uint8Array.from(samples, (sample) => mask[sample]!);
}

function scoreOf(
  scorer: SliceScorer,
  mask: Uint8Array | undefined,
  hasInterval: boolean,
): SliceScore {
  if (hasInterval) return scorer.scores(mask)[0]!;
  return { ...scorer.points(mask)[0]!, low: null, high: null, interval: "" };
}

/** Lets newer messages in. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The scores by the code of a slice; values that no scored sample has are left out. */
async function scoreSlices(request: SliceRequest): Promise<readonly ScoredSlice[] | null> {
  const { at, systems, metric, samples, fields, hasIntervals, topic } = request;
  latest.set(topic, request);
  const { task, place, base } = at;
  const file = await store.open(base, indexFiles.samples(place));
  const parts = fields.map((name) => {
    const field = task.fields.findIndex((one) => one.name === name);
    if (field < 0) throw new Error(`samples have no field ${name}`);
    return { values: task.fields[field]!.values, codes: file.columns[`f${field}`]! };
  });
  const width = parts[1]?.values.length ?? 1;
  const count = parts[0]!.values.length * width;
  const codes = new Int32Array(task.samples).fill(-1);
  for (let row = 0; row < codes.length; row++) {
    if (samples && samples[row] === 0) continue;
    const first = parts[0]!.codes[row]!;
    const second = parts[1] ? parts[1].codes[row]! : 0;
    if (first !== noCode.field && second !== noCode.field) codes[row] = first * width + second;
  }
  const scores: SystemScore[][] = Array.from({ length: count }, () => []);
  for (const system of systems) {
    let own: PreparedSystem;
    try {
      own = await prepare(at, system, metric);
    } catch (error) {
      for (const list of scores) list.push({ system, score: null, problem: textOf(error) });
      continue;
    }
    const rows = rowsByCode(own.samples, codes, count);
    const mask = new Uint8Array(own.samples.length);
    for (let code = 0; code < count; code++) {
      for (const row of rows[code]!) mask[row] = 1;
      // Without samples there is nothing to say.
      const score = rows[code]!.length === 0 ? null : scoreOf(own.scorer, mask, hasIntervals);
      for (const row of rows[code]!) mask[row] = 0;
      scores[code]!.push({ system, score });
      if (!hasIntervals) continue;
      await pause();
      if (latest.get(topic) !== request) return null;
    }
  }
  return scores.flatMap((list, code) =>
    list.some(({ score, problem }) => score !== null || problem !== undefined)
      ? [
          {
            values: [
              parts[0]!.values[Math.floor(code / width)]!,
              ...(parts[1] ? [parts[1].values[code % width]!] : []),
            ],
            scores: list,
          },
        ]
      : [],
  );
}

/** The rows of the evidence by the code of their samples. */
function rowsByCode(
  samples: Uint32Array,
  codes: Int32Array,
  count: number,
): readonly Uint32Array[] {
  const sizes = new Uint32Array(count);
  for (let row = 0; row < samples.length; row++) {
    const code = codes[samples[row]!]!;
    if (code >= 0) sizes[code]!++;
  }
  const rows = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (let row = 0; row < samples.length; row++) {
    const code = codes[samples[row]!]!;
    if (code >= 0) rows[code]![sizes[code]!++] = row;
  }
  return rows;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Scores parts of a run by the code of the command line. */
const scoreWork = {
  slices: scoreSlices,

  /** One score for each system; `null` where a newer request came. */
  async score(request: ScoreRequest): Promise<readonly SystemScore[] | null> {
    const { at, systems, metric, samples, topic } = request;
    latest.set(topic, request);
    const scores: SystemScore[] = [];
    for (const system of systems) {
      try {
        const own = await prepare(at, system, metric);
        scores.push({ system, score: scoreOf(own.scorer, rowsOf(own, samples), true) });
      } catch (error) {
        scores.push({ system, score: null, problem: textOf(error) });
      }
      await pause();
      if (latest.get(topic) !== request) return null;
    }
    return scores;
  },
};

export type ScoreWork = typeof scoreWork;

serveRemote(scoreWork);
