import { UserError } from "../../../core/user-error.ts";
import type { TextOffer } from "../../../metrics/metric-declaration.ts";
import type { MeteorMatcher } from "../../../metrics/text/meteor-matches.ts";
import type { MeteorResources } from "../../../metrics/text/meteor-resources.ts";
import { ptbText } from "../../../metrics/text/ptb-tokenize.ts";
import type { ScoredTexts } from "../../../metrics/text/scored-texts.ts";
import type { TextPair } from "../../../metrics/text/text-pair.ts";
import type { Flags } from "../command.ts";
import type {
  Figure,
  MetricReader,
  MetricRequest,
  OptionValues,
  ScoredFiles,
} from "./metric-input.ts";
import { readSegments, type SegmentFiles } from "./segment-files.ts";

/** Text against references. */
export const reader: MetricReader = { open, joined };

interface AskedTexts {
  readonly offer: TextOffer;
  readonly options: OptionValues;
}

async function open(request: MetricRequest): Promise<ScoredFiles> {
  const asked = request.asked as readonly AskedTexts[];
  const { flags } = request;
  const { pairs, groups, notes, figures } = await readTexts(request, [request.file("hypotheses")]);
  const isBuiltIn =
    asked.some(({ offer }) => offer.id === "meteor") && flags.meteorResources === undefined;
  const isSplit =
    flags.tokenized === true &&
    asked.some(({ offer, options }) => offer.id === "sacrebleu" && options.tokenize === undefined);
  const own = [...(isBuiltIn ? [builtInNote] : []), ...(isSplit ? [splitNote] : [])];
  return {
    units: "segments",
    n: pairs.length,
    groups,
    figures: figures(),
    analyses: [],
    notes: [...notes, ...own],
  };
}

async function joined(
  request: MetricRequest,
  paths: readonly [string, string],
): Promise<readonly Figure[]> {
  return (await readTexts(request, paths)).figures();
}

/** The segments of one or several files of hypotheses, one file after the other. */
async function readTexts({ flags, asked: given, file }: MetricRequest, paths: readonly string[]) {
  const asked = given as readonly AskedTexts[];
  const references = [flags.references, flags.reference]
    .flat()
    .filter((path) => typeof path === "string");
  if (references.length === 0) file("references");
  const isTokenized = flags.tokenized === true;
  const isRawRead = asked.some(({ offer }) => offer.reads === "texts");
  const prepare = isTokenized || isRawRead ? (text: string) => text : ptbText;
  const resources = await resourcesOf(flags, asked);
  const read: SegmentFiles[] = [];
  for (const hypotheses of paths)
    read.push(
      await readSegments({
        hypotheses,
        references,
        groups: flags.groups as string | undefined,
        prepare,
      }),
    );
  const pairs = read.flatMap((one) => one.pairs);
  const isTokenRead = asked.some(({ offer }) => offer.reads !== "texts");
  const tokens = isTokenized || !isRawRead || !isTokenRead ? pairs : pairs.map(tokenizePair);
  const texts: Texts = { isTokenized, raw: isRawRead ? pairs : [], tokens, resources };
  const { groups, notes } = read[0]!;
  const figures = () => asked.flatMap((one) => scoredTexts(one, texts).map(figure));
  return { pairs, groups, notes, figures };
}

const splitNote =
  "sacrebleu finds words by itself (13a), whether or not lines are tokenized; --option sacrebleu.tokenize=none takes those of the lines";

const builtInNote =
  "meteor matches words and stems with built-in lists only, so that its figures are not the official ones; --meteor-resources <meteor-1.5.jar or its folder> gives those";

/** Tables of METEOR, where they are given. */
async function resourcesOf(
  { meteorResources: place }: Flags,
  asked: readonly AskedTexts[],
): Promise<MeteorResources> {
  if (typeof place !== "string") return {};
  const meteor = asked.find(({ offer }) => offer.id === "meteor");
  if (!meteor) throw new UserError("--meteor-resources goes with the metric meteor");
  const { meteorTables } = await import("../../../resources/meteor-tables.ts");
  return meteorTables(place, meteor.options.matchers as readonly MeteorMatcher[] | undefined);
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

function tokenizePair({ candidate, references }: TextPair): TextPair {
  return { candidate: ptbText(candidate), references: references.map(ptbText) };
}

function scoredTexts(
  { offer, options }: AskedTexts,
  { isTokenized, raw, tokens, resources }: Texts,
): readonly ScoredTexts[] {
  if (offer.reads === "texts") return offer.create(options, { resources })(raw);
  const scored = offer.create(options, { isTokenized: true, resources })(tokens);
  if (isTokenized) return scored;
  // What scores of no text call themselves says that the texts were tokenised here, not by the
  // user.
  const named = offer.create(options, { resources })([]);
  return scored.map((one, i) => ({ ...one, metric: named[i]!.metric }));
}

function figure({ metric, score, segments }: ScoredTexts): Figure {
  const { id: key, title, signature, measure, kind, best, worst } = metric;
  const described = { key, title, signature, measure, kind, best, worst, score, segments };
  return kind === "corpus" ? described : { ...described, values: segments() };
}
