import { UserError } from "../../../core/user-error.ts";
import { type JudgedRun, judgeRun } from "../../../metrics/retrieval/judge-run.ts";
import type { RankedRelevance } from "../../../metrics/retrieval/ranked-relevance.ts";
import type { RetrievalOptions } from "../../../metrics/retrieval/retrieval-metric.ts";
import { qrelsReader } from "../../../metrics/retrieval/trec-qrels.ts";
import type { TrecReader } from "../../../metrics/retrieval/trec-reader.ts";
import { runReader } from "../../../metrics/retrieval/trec-run.ts";
import { computeMetrics } from "./compute-metrics.ts";
import { fileBytes } from "./file-bytes.ts";
import type {
  AskedMetric,
  MetricReader,
  MetricRequest,
  ScoredFigure,
  ScoredFiles,
} from "./metric-input.ts";

const measure = "trec-run|v:1";

/** Queries count as trec_eval counts them, unless options say otherwise. */
const trecQueries: RetrievalOptions = { noTruth: "zero", missing: "skip" };

/** Ranked lists of documents, as TREC writes them. */
export const reader: MetricReader = { open };

async function open({ asked: given, file }: MetricRequest): Promise<ScoredFiles> {
  const asked = given.map(({ offer, options }) => ({
    offer,
    options: { ...trecQueries, ...options },
  }));
  const qrels = file("qrels");
  const run = file("run");
  const truth = await read(qrels, qrelsReader());
  const lists = await read(run, runReader());
  const isZero = asked.some(({ options }) => options.missing === "zero");
  if (truth.size === 0)
    throw new UserError(
      `${qrels}: holds no judgement`,
      "a line is query iteration document relevance",
    );
  if (lists.size === 0 && !isZero)
    throw new UserError(
      `${run}: holds no document`,
      "a line is query Q0 document rank score name; --option missing=zero counts queries without any as 0",
    );
  // Only the lists can be at fault here: that a document stands in one twice shows when it is
  // ranked.
  const judged = inFile(run, () => judgeRun(truth, lists));
  const evidence = [...judged.queries.values()];
  const names = [...judged.queries.keys()];
  const computed = computeMetrics(asked, () => ({ measure, evidence }));
  const scored = asked
    .filter(({ offer }) => offer.id === "retrieval")
    .flatMap(({ options }) => counts(evidence, options));
  return {
    units: "queries",
    n: evidence.length,
    names,
    scored,
    ...computed,
    notes: notesOf(judged, asked),
  };
}

/** Streams a file through a reader, and names the file in what is wrong with it. */
async function read<T>(path: string, reader: TrecReader<T>): Promise<T> {
  for await (const chunk of fileBytes(path)) inFile(path, () => reader.push(chunk));
  return inFile(path, () => reader.finish());
}

function inFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UserError ? placed(error, path) : error;
  }
}

function placed({ message, hint }: UserError, path: string): UserError {
  const [, line, rest] = /^line (\d+)(?: of the \w+)?:? ?(.*)$/s.exec(message) ?? [];
  return new UserError(
    line === undefined ? `${path}: ${message}` : `${path}:${line}: ${rest}`,
    hint,
  );
}

interface Counted extends RetrievalOptions {
  readonly measures?: readonly string[];
}

/** trec_eval's counts, over the queries that it counts. */
function counts(evidence: readonly RankedRelevance[], options: Counted): readonly ScoredFigure[] {
  const { measures, minGain = 0, missing = "skip" } = options;
  const isRelevant = (gain: number) => gain > 0 && gain >= minGain;
  const counted = evidence.filter((query) => !query.missing || missing === "zero");
  const sum = (of: (query: RankedRelevance) => number) =>
    counted.reduce((total, query) => total + of(query), 0);
  const all: Readonly<Record<string, readonly [string, () => number]>> = {
    num_q: ["Queries", () => counted.length],
    num_ret: ["Documents returned", () => sum(({ gains }) => gains.length)],
    num_rel: [
      "Relevant documents",
      () => sum(({ idealGains }) => idealGains.filter(isRelevant).length),
    ],
    num_rel_ret: [
      "Relevant documents returned",
      () => sum(({ gains }) => gains.filter(isRelevant).length),
    ],
  };
  const none = {
    low: null,
    high: null,
    interval: "none: a count",
    n: counted.length,
    isCount: true,
    measure,
  };
  return (measures ?? Object.keys(all)).flatMap((key): ScoredFigure[] => {
    const [title, value] = all[key] ?? [];
    return title === undefined || !value
      ? []
      : [
          {
            key,
            title,
            value: value(),
            ...none,
            signature: `${key}|minGain:${minGain}|missing:${missing}|v:1`,
          },
        ];
  });
}

function notesOf(
  { queries: all, unjudged }: JudgedRun,
  asked: readonly AskedMetric[],
): readonly string[] {
  const missing = [...all].filter(([, query]) => query.missing).map(([name]) => name);
  const isSkipped = asked.every(({ options }) => options.missing !== "zero");
  const empty = [...all]
    .filter(([, query]) => !query.idealGains.some((gain) => gain > 0))
    .map(([name]) => name);
  const isZero = asked.every(({ options }) => options.noTruth !== "skip");
  return [
    ...(empty.length === 0
      ? []
      : [
          `${empty.length} of ${all.size} queries have no relevant document (${shown(empty)}): ${isZero ? "counted as 0, as trec_eval does; --option noTruth=skip leaves them out" : "left out"}`,
        ]),
    ...(missing.length === 0
      ? []
      : [
          `${missing.length} of ${all.size} queries are not in the run (${shown(missing)}): ${isSkipped ? "left out, as trec_eval does; --option missing=zero counts them as 0" : "counted as 0"}`,
        ]),
    ...(unjudged.length === 0
      ? []
      : [
          `left out since nobody judged them: ${unjudged.length} of the queries of the run (${shown(unjudged)})`,
        ]),
  ];
}

function shown(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
}
