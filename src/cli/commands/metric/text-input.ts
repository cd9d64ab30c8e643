import { UserError } from "../../../core/user-error.ts";
import { referenceLengths } from "../../../metrics/text/bleu-measure.ts";
import { type ScoredTexts, type TextMetricKind, type TextMetricOptions, textMetrics } from "../../../metrics/text/index.ts";
import { meteorMatchers } from "../../../metrics/text/meteor-matches.ts";
import { meteorNormalizations } from "../../../metrics/text/meteor-normalize.ts";
import type { MeteorResources } from "../../../metrics/text/meteor-resources.ts";
import { ptbTokenize } from "../../../metrics/text/ptb-tokenize.ts";
import type { TextPair } from "../../../metrics/text/text-pair.ts";
import { meteorTables } from "../../../resources/meteor-tables.ts";
import type { Flags } from "../command.ts";
import type { AskedMetric, Figure, MetricInput, OfferedMetric, ScoredFiles } from "./metric-input.ts";
import { choiceOption, flagOption, namesOption, numberOption, numbersOption } from "./metric-option.ts";
import { requiredFlag } from "./required-flag.ts";
import { readSegments } from "./segment-files.ts";

const usage =
  "--hypotheses <file> --references <file> [--references <file> …] [--tokenized] [--meteor-resources <place>] [--groups <file>]";

/** Text against references. */
export const textInput: MetricInput = {
  id: "text",
  summary: "generated text and one or more references, one segment per line",
  usage,
  flags: ["hypotheses", "references", "reference", "tokenized", "perSegment", "meteorResources", "groups"],
  flagKeys: { tokenized: ["tokens"], meteorResources: ["functionWords", "synonyms", "paraphrases"] },
  options: [
    numbersOption(
      {
        name: "order",
        default: "4",
        otherFlags: { "--max-ngram-order": null },
        meaning: "the longest n-gram; bleu takes several, and has all four unless told",
      },
      { least: 1, most: 4, isWhole: true },
    ),
    choiceOption(
      {
        name: "referenceLength",
        default: "closest",
        meaning: "which length of several references counts: closest (coco-caption), shortest, average",
      },
      referenceLengths,
    ),
    numberOption(
      {
        name: "beta",
        default: "1.2",
        isOwn: true,
        meaning: "rouge-l: how much more recall counts than precision (1.2); meteor: how steeply fragmentation is punished (0.2)",
      },
      { least: 0 },
    ),
    numberOption({ name: "sigma", default: "6", meaning: "how many bigrams of difference in length are forgiven" }, { isAboveZero: true }),
    choiceOption(
      {
        name: "tokenize",
        default: "13a",
        keys: ["tokens"],
        otherFlags: { "-tok": null },
        meaning: "how words are found: 13a (sacreBLEU's default), intl, none",
      },
      ["13a", "intl", "none"],
    ),
    flagOption({ name: "lowercase", default: "false", keys: ["case"], otherFlags: { "-lc": "true" }, meaning: "whether case is ignored" }),
    choiceOption(
      {
        name: "smoothing",
        default: "exp",
        otherFlags: { "--smooth-method": null },
        meaning: "what stands for an order without matches: exp (sacreBLEU's default), floor, add-k, none",
      },
      ["exp", "floor", "add-k", "none"],
    ),
    numberOption(
      {
        name: "smoothingValue",
        default: "0.1 or 1",
        keys: ["smoothing"],
        otherFlags: { "--smooth-value": null },
        meaning: "the number that the smoothing floor (0.1) or add-k (1) uses",
      },
      { isAboveZero: true },
    ),
    flagOption({ name: "effectiveOrder", default: "false", meaning: "whether orders that no text is long enough for are left out" }),
    namesOption({ name: "matchers", default: "all there are tables for", meaning: "how words are matched" }, meteorMatchers),
    choiceOption(
      {
        name: "normalize",
        default: "norm",
        otherFlags: { "--norm": "norm", "--lower": "lower" },
        meaning: "what is done to texts first: norm (METEOR's -norm, as coco-caption), lower (lower case only), none",
      },
      meteorNormalizations,
    ),
    numberOption(
      { name: "beam", default: "40", otherFlags: { "-x": null }, meaning: "how many partial alignments are followed" },
      { least: 1, isWhole: true },
    ),
    numberOption({ name: "alpha", default: "0.85", meaning: "how much more recall counts than precision" }, { least: 0, most: 1 }),
    numberOption({ name: "gamma", default: "0.6", meaning: "how strongly fragmentation is punished" }, { least: 0, most: 1 }),
    numberOption(
      { name: "delta", default: "0.75", meaning: "what a content word counts; a function word counts 1 − delta" },
      { least: 0, most: 1 },
    ),
    numbersOption(
      {
        name: "weights",
        default: "1,0.6,0.8,0.6",
        meaning: "what a word counts that is matched exactly, by stem, as a synonym, in a paraphrase",
      },
      { least: 0 },
    ),
  ],
  metrics: [
    { ...offer("bleu", "BLEU-1 to 4, coco-caption"), defaults: { order: "1,2,3,4" } },
    offer("sacrebleu", "BLEU from 0 to 100, sacreBLEU"),
    offer("rouge-l", "ROUGE-L, coco-caption"),
    offer("cider-d", "CIDEr-D"),
    { ...offer("meteor", "METEOR 1.5"), defaults: { beta: "0.2" } },
    { ...offer("cider-d", "CIDEr-D, which coco-caption calls CIDEr"), id: "cider", isApart: true },
    { ...offer("cider", "CIDEr without clipping and length penalty"), id: "cider-plain" },
  ],
  open,
};

/** Names of this command line that differ from those of the metrics: whoever asks for CIDEr means what coco-caption prints as CIDEr. */
const otherNames: Readonly<Record<string, string>> = { cider: "cider-d", "cider-plain": "cider" };

function kindNamed(id: string): TextMetricKind {
  const name = otherNames[id] ?? id;
  const kind = textMetrics.find((one) => one.id === name);
  if (!kind) throw new RangeError(`no text metric is called ${name}`);
  return kind;
}

function offer(id: string, title: string): OfferedMetric {
  const options = textMetrics.find((kind) => kind.id === id)?.options ?? [];
  return { id, title, pages: [id], options: options.filter((name) => name !== "tokenized") };
}

async function open(flags: Flags, asked: readonly AskedMetric[]): Promise<ScoredFiles> {
  const hypotheses = requiredFlag(flags, "hypotheses", usage);
  const references = [flags.references, flags.reference].flat().filter((path) => typeof path === "string");
  if (references.length === 0) throw new UserError("missing: --references", `these metrics read ${usage}`);
  const isTokenized = flags.tokenized === true;
  const isRawRead = asked.some(({ id }) => !readsTokens(kindNamed(id)));
  const prepare = isTokenized || isRawRead ? (text: string) => text : tokenize;
  const resources = await resourcesOf(flags, asked);
  const { pairs, groups, notes } = await readSegments({ hypotheses, references, groups: flags.groups as string | undefined, prepare });
  const tokens = isTokenized || !isRawRead ? pairs : pairs.map(tokenizePair);
  const texts: Texts = { isTokenized, raw: isRawRead ? pairs : [], tokens, resources };
  const figures = asked.flatMap(({ id, options }) => scoredTexts(kindNamed(id), { options, texts }).map((scored) => figure(scored, id)));
  const isBuiltIn = asked.some(({ id }) => id === "meteor") && flags.meteorResources === undefined;
  const isSplit =
    isTokenized && asked.some(({ id, options }) => id === "sacrebleu" && (options as TextMetricOptions).tokenize === undefined);
  const own = [...(isBuiltIn ? [builtInNote] : []), ...(isSplit ? [splitNote] : [])];
  return { units: "segments", n: pairs.length, groups, figures, analyses: [], notes: [...notes, ...own] };
}

const splitNote =
  "sacrebleu finds words by itself (13a), whether or not lines are tokenized; --option sacrebleu.tokenize=none takes those of the lines";

const builtInNote =
  "meteor matches words and stems with built-in lists only, so that its figures are not the official ones; --meteor-resources <meteor-1.5.jar or its folder> gives those";

/** Tables of METEOR, where they are given. */
async function resourcesOf({ meteorResources: place }: Flags, asked: readonly AskedMetric[]): Promise<MeteorResources> {
  if (typeof place !== "string") return {};
  const meteor = asked.find(({ id }) => id === "meteor");
  if (!meteor) throw new UserError("--meteor-resources goes with the metric meteor");
  const { matchers }: TextMetricOptions = meteor.options;
  return meteorTables(place, matchers);
}

/** Tokenising takes longer than most metrics, so that all which read tokens share them. */
interface Texts {
  readonly isTokenized: boolean;
  /** As they stand in the files; empty where no metric reads them. */
  readonly raw: readonly TextPair[];
  /** Tokens joined by spaces. */
  readonly tokens: readonly TextPair[];
  readonly resources: MeteorResources;
}

function tokenize(text: string): string {
  return ptbTokenize(text).join(" ");
}

function tokenizePair({ candidate, references }: TextPair): TextPair {
  return { candidate: tokenize(candidate), references: references.map(tokenize) };
}

function readsTokens({ options }: TextMetricKind): boolean {
  return options.includes("tokenized");
}

interface TextRequest {
  readonly options: TextMetricOptions;
  readonly texts: Texts;
}

function scoredTexts(kind: TextMetricKind, { options, texts }: TextRequest): readonly ScoredTexts[] {
  if (!readsTokens(kind)) return kind.create(options, texts.resources)(texts.raw);
  const scored = kind.create({ ...options, tokenized: true }, texts.resources)(texts.tokens);
  if (texts.isTokenized) return scored;
  // What scores of no text call themselves says that the texts were tokenised here, not by the user.
  const named = kind.create(options, texts.resources)([]);
  return scored.map((one, i) => ({ ...one, metric: named[i]!.metric }));
}

function figure({ metric, score, segments }: ScoredTexts, asked: string): Figure {
  const { title, signature, measure, kind, best, worst } = metric;
  const key = asked in otherNames ? asked : metric.id;
  const described = { key, title, signature, measure, kind, best, worst, score, segments };
  return kind === "corpus" ? described : { ...described, values: segments() };
}
