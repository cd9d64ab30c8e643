import type { Metric, Score } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { bleu, bleuPage, bleuScores } from "./bleu.ts";
import { bleuMeter, type ReferenceLength } from "./bleu-measure.ts";
import { cider, ciderDPage, ciderPage, meanScore } from "./cider.ts";
import { type CiderVariant, ciderScores } from "./cider-scores.ts";
import { meteor, meteorPage, segmentMeteor } from "./meteor.ts";
import type { MeteorMatcher } from "./meteor-matches.ts";
import { meteorMeasureSignature, meteorMeter } from "./meteor-measure.ts";
import type { MeteorNormalization } from "./meteor-normalize.ts";
import type { MeteorResources } from "./meteor-resources.ts";
import type { MeteorParameters } from "./meteor-score.ts";
import { ptbName, ptbText } from "./ptb-tokenize.ts";
import { rougeL, rougeLMeter, rougeLPage } from "./rouge-l.ts";
import {
  type SacrebleuSmoothing,
  sacrebleu,
  sacrebleuMeasureSignature,
  sacrebleuMeter,
  sacrebleuPage,
  segmentSacrebleu,
} from "./sacrebleu.ts";
import type { SacrebleuTokenizer } from "./sacrebleu-tokenize.ts";
import type { TextPair } from "./text-pair.ts";

/** Options of all text metrics together; each reads those that its entry names. */
export interface TextMetricOptions {
  /** The texts are tokens joined by single spaces already; otherwise they are put through `ptbTokenize`, as coco-caption does. */
  readonly tokenized?: boolean;
  /** The longest n-gram. BLEU may be asked for several orders at once, and is for all four unless told; the others have one, which is 4. */
  readonly order?: readonly number[];
  /** BLEU: see `ReferenceLength`. */
  readonly referenceLength?: ReferenceLength;
  /** ROUGE-L: how much more recall counts than precision. METEOR: how steeply fragmentation is punished. */
  readonly beta?: number;
  /** CIDEr-D: how many bigrams of difference in length it forgives. */
  readonly sigma?: number;
  /** sacreBLEU: see `SacrebleuOptions`. It takes plain text and makes its own tokens. */
  readonly tokenize?: SacrebleuTokenizer;
  readonly lowercase?: boolean;
  readonly smoothing?: SacrebleuSmoothing;
  readonly smoothingValue?: number;
  readonly effectiveOrder?: boolean;
  /** METEOR: which ways of matching are used; those for which there are resources unless told. */
  readonly matchers?: readonly MeteorMatcher[];
  /** METEOR: see `MeteorMeterOptions`. */
  readonly normalize?: MeteorNormalization;
  readonly beam?: number;
  /** METEOR: see `MeteorParameters`. */
  readonly alpha?: number;
  readonly gamma?: number;
  readonly delta?: number;
  readonly weights?: readonly number[];
}

/** What one metric says of a list of pairs. */
export interface ScoredTexts {
  /** Its `measure` says what was done to the texts and counted, its `signature` what was made of that. */
  readonly metric: Omit<Metric<never>, "prepare" | "ceiling" | "references" | "value" | "counts">;
  /** All pairs together, or any multiset of them. */
  readonly score: Score;
  /** What candidates that repeat a reference would reach; for CIDEr as costly as the score. */
  ceiling(): number;
  /** The score of each pair alone; CIDEr keeps the document frequencies of all pairs. */
  segments(): Float64Array;
}

/** One name that `vidimus metric` understands: it may stand for several metrics, as `bleu` does for BLEU-1 to 4. */
export interface TextMetricKind {
  readonly id: string;
  readonly options: readonly (keyof TextMetricOptions)[];
  /** Makes a function that scores lists of pairs; wrong options are a RangeError. Only METEOR reads resources, and has built-in ones. */
  create(options: TextMetricOptions, resources?: MeteorResources): (pairs: Iterable<TextPair>) => readonly ScoredTexts[];
}

/** Every metric of texts, by the name it has on the command line. */
export const textMetrics: readonly TextMetricKind[] = [
  {
    id: "bleu",
    options: ["tokenized", "order", "referenceLength"],
    create({ order: orders = [1, 2, 3, 4], referenceLength = "closest", ...options }) {
      const { tokens, prepare } = tokensOf(options);
      const measure = signature("bleu-statistics", 1, { maxOrder: 4, referenceLength, tokens });
      const metrics = orders.map((order) => bleu(measure, { order, referenceLength }));
      return (pairs) => {
        const meter = bleuMeter(referenceLength);
        const evidence = Array.from(pairs, (pair) => meter(prepare(pair)));
        const all = bleuScores(evidence);
        return metrics.map((metric, i) => ({ metric, ...all[orders[i]! - 1]!, ceiling: () => metric.ceiling?.(evidence) ?? metric.best }));
      };
    },
  },
  {
    id: "rouge-l",
    options: ["tokenized", "beta"],
    create({ beta, ...options }) {
      const { tokens, prepare } = tokensOf(options);
      const measure = signature("rouge-l-statistics", 1, { references: "best-precision-and-best-recall", tokens });
      const metric = rougeL(measure, beta === undefined ? {} : { beta });
      return (pairs) => {
        const meter = rougeLMeter();
        const evidence = Array.from(pairs, (pair) => meter(prepare(pair)));
        return [scored(metric, evidence, () => Float64Array.from(evidence, (item) => metric.value(item) ?? 0))];
      };
    },
  },
  ciderKind("cider-d", "d"),
  ciderKind("cider", "plain"),
  {
    id: "sacrebleu",
    options: ["tokenize", "lowercase", "smoothing", "smoothingValue", "effectiveOrder", "order"],
    create({ order, ...given }) {
      const options = order ? { ...given, order: singleOrder("sacrebleu", order) } : given;
      const metric = sacrebleu(sacrebleuMeasureSignature(options), options);
      return (pairs) => {
        const evidence = Array.from(pairs, sacrebleuMeter(options));
        return [scored(metric, evidence, () => Float64Array.from(evidence, (item) => segmentSacrebleu(item, options)))];
      };
    },
  },
  {
    id: "meteor",
    options: ["tokenized", "matchers", "normalize", "beam", "alpha", "beta", "gamma", "delta", "weights"],
    create({ tokenized, matchers, normalize, beam, alpha, beta, gamma, delta, weights }, resources = {}) {
      const { tokens, prepare } = tokensOf({ ...(tokenized !== undefined && { tokenized }) });
      const given = Object.entries({ alpha, beta, gamma, delta, weights }).filter(([, value]) => value !== undefined);
      const parameters = Object.fromEntries(given) as Partial<MeteorParameters>;
      const search = beam === undefined ? {} : { beam };
      const options = { resources, parameters, ...search, ...(matchers && { matchers }), ...(normalize && { normalize }) };
      const metric = meteor(meteorMeasureSignature(options, tokens), { ...parameters, ...search });
      return (pairs) => {
        const meter = meteorMeter(options);
        const evidence = Array.from(pairs, (pair) => meter(prepare(pair)));
        return [scored(metric, evidence, () => Float64Array.from(evidence, (item) => segmentMeteor(item, parameters)))];
      };
    },
  },
];

function scored<Evidence>(metric: Metric<Evidence>, evidence: readonly Evidence[], segments: () => Float64Array): ScoredTexts {
  return { metric, score: metric.prepare(evidence), segments, ceiling: () => metric.ceiling?.(evidence) ?? metric.best };
}

function singleOrder(id: string, orders: readonly number[]): number {
  if (orders.length !== 1) throw new RangeError(`${id} has one order, but ${orders.length} were given: ${orders.join(", ")}`);
  return orders[0]!;
}

function ciderKind(id: string, variant: CiderVariant): TextMetricKind {
  return {
    id,
    options: variant === "d" ? ["tokenized", "order", "sigma"] : ["tokenized", "order"],
    create({ sigma = 6, order: orders = [4], ...options }) {
      const { tokens, prepare } = tokensOf(options);
      const formula = { variant, sigma, order: singleOrder(id, orders) };
      const metric = cider(signature("text-pair", 1, { tokens }), formula);
      return (pairs) => {
        const evidence = Array.from(pairs, prepare);
        const scores = ciderScores(evidence, formula);
        const ceiling = () => metric.ceiling?.(evidence) ?? metric.best;
        return [{ metric, score: meanScore(scores), segments: () => scores, ceiling }];
      };
    },
  };
}

function tokensOf({ tokenized = false }: TextMetricOptions): { readonly tokens: string; readonly prepare: (pair: TextPair) => TextPair } {
  if (tokenized) return { tokens: "given", prepare: (pair) => pair };
  return {
    tokens: ptbName,
    prepare: ({ candidate, references }) => ({ candidate: ptbText(candidate), references: references.map(ptbText) }),
  };
}

export const textPages = [bleuPage, sacrebleuPage, ciderDPage, ciderPage, rougeLPage, meteorPage];
