import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { shortPath } from "../../files/short-path.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import {
  type KeptEvidence,
  keepEvidence,
  openEvidence,
} from "../../scoring/evidence/kept-evidence.ts";
import type { PlannedSet } from "../../scoring/evidence/planned-set.ts";
import { SampleIndex } from "../../scoring/evidence/sample-index.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import type { GatheredSystem } from "../compare/gathered-system.ts";
import { readDigested } from "../output/digested-json.ts";
import { version } from "../version.ts";

/**
 * What later runs are set against: the evidence of every metric, sample by sample, without media,
 * prompts, questions and replies.
 */
interface Baseline {
  readonly schema: "vidimus-baseline/1";
  readonly name: string;
  readonly version: string;
  readonly cells: readonly BaselineCell[];
}

/** One system on one task. */
interface BaselineCell {
  readonly task: string;
  readonly system: string;
  readonly family: string;
  readonly unanswered: UnansweredPolicy;
  readonly extractor?: string;
  readonly planned: PlannedSet;
  readonly metrics: readonly BaselineMetric[];
  /** All samples that were planned, in the order of their digests. */
  readonly samples: readonly BaselineSample[];
  readonly evidence: KeptEvidence;
}

interface BaselineMetric {
  readonly id: string;
  /** What it came to; for people who read the file. */
  readonly value: number | null;
  readonly signature: string;
  readonly measure: string;
}

/** Digest, id and, where it is not scored, why. */
type BaselineSample = readonly [digest: string, id: string, unscored?: string];

const isPacked = (path: string) => path.endsWith(".gz");

/** Writes the evidence of a run's systems to a file that can be committed; returns its size in bytes. */
export function saveBaseline(
  path: string,
  systems: readonly GatheredSystem[],
  summary: Summary,
): number {
  const content: Baseline = {
    schema: "vidimus-baseline/1",
    name: summary.name,
    version,
    cells: systems.map((system) => cellOf(system, summary)),
  };
  const text = baselineText(content);
  const bytes = isPacked(path) ? gzipSync(text, { level: 9 }) : Buffer.from(text);
  makeFolder(dirname(path));
  writeAtomically(path, bytes);
  return bytes.length;
}

/** A line for each system, so that a version control shows which of them have changed. */
function baselineText({ cells, ...head }: Baseline): string {
  const digest = contentDigest(JSON.stringify({ ...head, cells }));
  const start = JSON.stringify(head).slice(0, -1);
  const lines = cells.map((cell) => JSON.stringify(cell)).join(",\n");
  return `${start},"cells":[\n${lines}\n],"digest":"${digest}"}\n`;
}

function cellOf(
  { task, system, scored, scoring }: GatheredSystem,
  { tasks }: Summary,
): BaselineCell {
  const { evidence, metrics, extractor, samples, planned } = scored;
  const scores = tasks
    .find(({ id }) => id === task)
    ?.systems.find(({ id }) => id === system)?.metrics;
  const { high, low } = samples!.digests;
  const word = (value: number) => value.toString(16).padStart(8, "0");
  return {
    task,
    system,
    family: scoring.family.id,
    unanswered: scoring.unanswered,
    ...(extractor === undefined ? {} : { extractor }),
    planned,
    metrics: metrics.map(({ id, signature, measure }) => ({
      id,
      value: scores?.[id]?.value ?? null,
      signature,
      measure,
    })),
    samples: Array.from(high, (_, at): BaselineSample => {
      const unscored = samples!.unscored(at);
      const sample = [word(high[at]!) + word(low[at]!), samples!.id(at)] as const;
      return unscored ? [...sample, unscored] : sample;
    }),
    evidence: keepEvidence(
      evidence,
      metrics.map(({ measure }) => measure),
    ),
  };
}

/**
 * The systems of a baseline, scored by the metrics of the run that is set against it: those whose
 * signatures have changed are named as they were, and cannot be computed.
 * @throws {UserError} where the file is none, or was changed after it was written.
 */
export function readBaseline(path: string): (now: readonly GatheredSystem[]) => GatheredSystem[] {
  const baseline = baselineIn(path);
  return (now) => baseline.cells.map((cell) => openedCell(cell, now));
}

function baselineIn(path: string): Baseline {
  const name = shortPath(path);
  const read = readDigested<Baseline>(textOf(path));
  if (!read)
    throw new UserError(
      `${name} is no baseline, or was changed after it was written`,
      "write it again: vidimus gate <run> --save-baseline <file>",
    );
  if (read.content.schema !== "vidimus-baseline/1")
    throw new UserError(
      `${name} has the schema ${String(read.content.schema)}, expected vidimus-baseline/1`,
      "write it again: vidimus gate <run> --save-baseline <file>",
    );
  return read.content;
}

function textOf(path: string): string {
  const bytes = readFileSync(path);
  if (bytes[0] !== 0x1f) return bytes.toString();
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return "";
  }
}

function openedCell(cell: BaselineCell, now: readonly GatheredSystem[]): GatheredSystem {
  const { task, system, family, unanswered, extractor, planned, samples } = cell;
  // Tasks may be named otherwise; the metrics of one family are the same ones then.
  const same = now.find((one) => one.task === task && one.scoring.family.id === family);
  const alike = same ?? now.find(({ scoring }) => scoring.family.id === family);
  const index = new SampleIndex();
  for (const [digest, id, unscored] of samples)
    index.add(
      id,
      digest,
      unscored === "pending" ? undefined : ((unscored ?? "answered") as OutcomeKind),
    );
  return {
    task,
    system,
    scored: {
      evidence: openEvidence(cell.evidence),
      metrics: cell.metrics.map((metric) => metricOf(metric, alike)),
      ...(extractor === undefined ? {} : { extractor }),
      samples: index.ordered(),
      planned,
    },
    scoring: { unanswered, family: { id: family } },
  };
}

/** The metric of the program where it is the one that was kept. */
function metricOf(
  { id, signature, measure }: BaselineMetric,
  now: GatheredSystem | undefined,
): Metric {
  const own = now?.scored.metrics.find((metric) => metric.id === id);
  if (own?.signature === signature && own.measure === measure) return own;
  return {
    ...{ id, title: id, kind: "corpus", signature, measure, best: 1, worst: null },
    prepare: () => {
      throw new UserError(
        `the baseline's ${id} is scored by other rules and cannot be computed any more`,
        "save a new baseline, or leave this metric out",
      );
    },
  };
}
