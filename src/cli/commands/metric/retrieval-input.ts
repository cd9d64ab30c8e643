import { UserError } from "../../../core/user-error.ts";
import { retrievalMetrics } from "../../../metrics/retrieval/index.ts";
import { type JudgedRun, judgeRun } from "../../../metrics/retrieval/judge-run.ts";
import type { RankedRelevance } from "../../../metrics/retrieval/ranked-relevance.ts";
import type { RetrievalOptions } from "../../../metrics/retrieval/retrieval-metric.ts";
import { qrelsReader } from "../../../metrics/retrieval/trec-qrels.ts";
import type { TrecReader } from "../../../metrics/retrieval/trec-reader.ts";
import { runReader } from "../../../metrics/retrieval/trec-run.ts";
import type { Flags } from "../command.ts";
import { figure } from "./figure.ts";
import { fileBytes } from "./file-bytes.ts";
import type { AskedMetric, Figure, MetricInput, OfferedMetric, ScoredFigure, ScoredFiles } from "./metric-input.ts";
import { choiceOption, numberOption, type OptionValues } from "./metric-option.ts";
import { requiredFlag } from "./required-flag.ts";
import { officialMeasures, trecMetrics } from "./trec-measures.ts";

const usage = "--qrels <file> --run <file> [--measures <names>]";
const measure = "trec-run|v:1";
const queries = ["minGain", "noTruth", "missing"];

/** Ranked lists of documents, as TREC writes them. */
export const retrievalInput: MetricInput = {
  id: "retrieval",
  summary: "ranked lists and judgements as TREC run and qrels",
  usage,
  flags: ["qrels", "run", "measures", "perQuery"],
  options: [
    numberOption(
      {
        name: "k",
        default: "all",
        meaning: "how many ranks are read: 10 for precision, recall and hit, the whole list for the others",
      },
      { least: 1, isWhole: true },
    ),
    choiceOption(
      { name: "gain", default: "linear", meaning: "linear: the relevance itself (trec_eval, scikit-learn); exponential: 2^relevance − 1" },
      ["linear", "exponential"],
    ),
    choiceOption({ name: "by", default: "k", meaning: "what precision divides by: k (trec_eval's P), or what was returned" }, [
      "k",
      "returned",
    ]),
    choiceOption(
      {
        name: "rounding",
        default: "nearest",
        meaning: "how many documents iprec_at_recall asks for at a recall: nearest (trec_eval 10), up (trec_eval 9 and before)",
      },
      ["nearest", "up"],
    ),
    numberOption({
      name: "minGain",
      default: "0",
      otherFlags: { "-l": null, "--level-for-rel": null },
      meaning: "the least relevance that counts as relevant, which is above 0 in any case (trec_eval -l)",
    }),
    numberOption(
      { name: "least", default: "0.00001", meaning: "what stands for a smaller average precision in gm_map" },
      { isAboveZero: true, most: 1 },
    ),
    choiceOption({ name: "noTruth", default: "zero", meaning: "queries without a relevant document: zero as trec_eval does, or skip" }, [
      "zero",
      "skip",
    ]),
    choiceOption(
      {
        name: "missing",
        default: "skip",
        otherFlags: { "-c": "zero", "--complete-rel-info-wanted": "zero" },
        meaning: "queries of the qrels that the run lacks: skip as trec_eval does, or zero as trec_eval -c does",
      },
      ["skip", "zero"],
    ),
  ],
  metrics: [
    offer("retrieval", "trec_eval's measures, by its names", [...queries, "gain", "rounding", "least"], []),
    offer("map", "Mean average precision", ["k", ...queries]),
    offer("mrr", "Mean reciprocal rank", ["k", ...queries]),
    offer("ndcg", "nDCG", ["k", "gain", "noTruth", "missing"]),
    { ...offer("precision", "Precision at k", ["k", "by", ...queries]), defaults: { k: "10" } },
    { ...offer("recall", "Recall at k", ["k", ...queries]), defaults: { k: "10" } },
    { ...offer("hit", "Share of queries with a hit at k", ["k", ...queries]), defaults: { k: "10" } },
    offer("r-precision", "R-precision", queries),
    offer("bpref", "bpref", queries),
  ],
  open,
};

function offer(id: string, title: string, options: readonly string[], pages: readonly string[] = [id]): OfferedMetric {
  return { id, title, options, pages };
}

async function open(flags: Flags, asked: readonly AskedMetric[]): Promise<ScoredFiles> {
  const qrels = requiredFlag(flags, "qrels", usage);
  const run = requiredFlag(flags, "run", usage);
  const measures = flags.measures as readonly string[] | undefined;
  if (measures && !asked.some(({ id }) => id === "retrieval"))
    throw new UserError("--measures goes with the metric retrieval", "vidimus metric retrieval --qrels q --run r --measures map,P_5");
  const truth = await read(qrels, qrelsReader());
  const lists = await read(run, runReader());
  const isZero = asked.some(({ options }) => (options as RetrievalOptions).missing === "zero");
  if (truth.size === 0) throw new UserError(`${qrels}: holds no judgement`, "a line is query iteration document relevance");
  if (lists.size === 0 && !isZero)
    throw new UserError(
      `${run}: holds no document`,
      "a line is query Q0 document rank score name; --option missing=zero counts queries without any as 0",
    );
  // Only the lists can be at fault here: that a document stands in one twice shows when it is ranked.
  const judged = inFile(run, () => judgeRun(truth, lists));
  const evidence = [...judged.queries.values()];
  const names = [...judged.queries.keys()];
  const wanted = measures ?? officialMeasures;
  const isCounted = asked.some(({ id }) => id === "retrieval");
  const figures = asked.flatMap(({ id, options }) => figuresOf(id, { options, evidence, measures: wanted }));
  const scored = isCounted ? counts(evidence, { measures: wanted, options: asked.find(({ id }) => id === "retrieval")!.options }) : [];
  return { units: "queries", n: evidence.length, names, scored, figures, analyses: [], notes: notesOf(judged, asked) };
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
  return new UserError(line === undefined ? `${path}: ${message}` : `${path}:${line}: ${rest}`, hint);
}

interface Wanted {
  readonly options: OptionValues;
  readonly evidence: readonly RankedRelevance[];
  readonly measures: readonly string[];
}

/** As trec_eval counts queries, unless told otherwise. */
const trecQueries: RetrievalOptions = { noTruth: "zero", missing: "skip" };

function figuresOf(id: string, { options, evidence, measures }: Wanted): readonly Figure[] {
  const own = { ...trecQueries, ...options };
  if (id === "retrieval")
    return measures.flatMap((name) => trecMetrics(name, measure, own)).map(({ name, metric }) => figure(metric, evidence, name));
  return retrievalMetrics.filter((factory) => factory.id === id).map((factory) => figure(factory.create(measure, own), evidence));
}

interface Counted {
  readonly measures: readonly string[];
  readonly options: RetrievalOptions;
}

/** trec_eval's counts, over the queries that it counts. */
function counts(evidence: readonly RankedRelevance[], { measures, options }: Counted): readonly ScoredFigure[] {
  const { minGain = 0, missing = "skip" } = options;
  const isRelevant = (gain: number) => gain > 0 && gain >= minGain;
  const counted = evidence.filter((query) => !query.missing || missing === "zero");
  const sum = (of: (query: RankedRelevance) => number) => counted.reduce((total, query) => total + of(query), 0);
  const all: Readonly<Record<string, readonly [string, () => number]>> = {
    num_q: ["Queries", () => counted.length],
    num_ret: ["Documents returned", () => sum(({ gains }) => gains.length)],
    num_rel: ["Relevant documents", () => sum(({ idealGains }) => idealGains.filter(isRelevant).length)],
    num_rel_ret: ["Relevant documents returned", () => sum(({ gains }) => gains.filter(isRelevant).length)],
  };
  const none = { low: null, high: null, interval: "none: a count", n: counted.length, isCount: true, measure };
  return measures.flatMap((key): ScoredFigure[] => {
    const [title, value] = all[key] ?? [];
    return title === undefined || !value
      ? []
      : [{ key, title, value: value(), ...none, signature: `${key}|minGain:${minGain}|missing:${missing}|v:1` }];
  });
}

function notesOf({ queries: all, unjudged }: JudgedRun, asked: readonly AskedMetric[]): readonly string[] {
  const missing = [...all].filter(([, query]) => query.missing).map(([name]) => name);
  const isSkipped = asked.every(({ options }) => options.missing !== "zero");
  const empty = [...all].filter(([, query]) => !query.idealGains.some((gain) => gain > 0)).map(([name]) => name);
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
      : [`left out since nobody judged them: ${unjudged.length} of the queries of the run (${shown(unjudged)})`]),
  ];
}

function shown(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
}
