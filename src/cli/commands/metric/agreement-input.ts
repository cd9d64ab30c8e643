import { UserError } from "../../../core/user-error.ts";
import { type AgreementOptions, agreementMeasures } from "../../../metrics/agreement/index.ts";
import type { Flags } from "../command.ts";
import type { AskedMetric, MetricInput, ScoredFigure, ScoredFiles } from "./metric-input.ts";
import { choiceOption, namesOption, type OptionValues } from "./metric-option.ts";
import { chosenRaters, readRatings } from "./ratings-file.ts";
import { requiredFlag } from "./required-flag.ts";

const usage = "--ratings <table>";

/** Options of each measure, beside the raters. */
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  kappa: ["categories"],
  "weighted-kappa": ["weights", "categories"],
  pabak: ["categories"],
  ac1: ["categories"],
};

/** The pages of measures whose names are shorter here. */
const pageOf: Readonly<Record<string, string>> = {
  kappa: "cohen-kappa",
  "weighted-kappa": "cohen-kappa",
  ac1: "gwet-ac1",
  fleiss: "fleiss-kappa",
  alpha: "krippendorff-alpha",
  "alpha-interval": "krippendorff-alpha-interval",
  icc: "icc-2-1",
};

/** Ratings of the same items by several raters. */
export const agreementInput: MetricInput = {
  id: "agreement",
  summary:
    "a table of ratings: one row per item and one column per rater, or the columns item, rater and rating; group holds items that belong together",
  usage,
  flags: ["ratings"],
  options: [
    namesOption({ name: "raters", default: "all columns", meaning: "the columns of the raters to compare" }),
    namesOption({ name: "categories", default: "those that occur", meaning: "all categories there are, in their order" }),
    choiceOption({ name: "weights", default: "quadratic", meaning: "how disagreement grows with the distance of categories" }, [
      "linear",
      "quadratic",
    ]),
  ],
  metrics: agreementMeasures.map(({ id, title }) => ({
    id,
    title,
    options: ["raters", ...(optionsOf[id] ?? [])],
    pages: [pageOf[id] ?? id],
  })),
  open,
};

async function open(flags: Flags, asked: readonly AskedMetric[]): Promise<ScoredFiles> {
  const path = requiredFlag(flags, "ratings", usage);
  const table = await readRatings(path);
  const seed = (flags.seed as number | undefined) ?? 1;
  const isWhole = asked.length === agreementMeasures.length;
  const notes: string[] = [];
  const scored = asked.flatMap(({ id, options: { raters, ...options } }): ScoredFigure[] => {
    const measure = agreementMeasures.find((one) => one.id === id)!;
    const own = raters === undefined ? table : chosenRaters(table, raters as readonly string[], path);
    try {
      const { title, ...score } = measure.score(own, { ...agreementOptions(options), seed });
      const lacking = own.rows.length - score.n;
      if (lacking > 0) notes.push(`${id}: ${lacking} of ${own.rows.length} items lack ratings and are left out`);
      return [{ key: id, title, ...score, measure: `ratings|raters:${own.raters.join(",")}` }];
    } catch (error) {
      if (!(error instanceof UserError || error instanceof RangeError)) throw error;
      // Whoever asks for all of them wants those that fit.
      if (!isWhole) throw new UserError(`${path}: ${error.message}`, error instanceof UserError ? error.hint : undefined);
      notes.push(`${id} is left out: ${error.message}`);
      return [];
    }
  });
  return { units: "items", n: table.rows.length, figures: [], scored, analyses: [], notes };
}

function agreementOptions(options: OptionValues): AgreementOptions {
  return options;
}
