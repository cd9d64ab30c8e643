import { UserError } from "../../../core/user-error.ts";
import { scoreRatings } from "../../../metrics/agreement/score-ratings.ts";
import type { RatingsOffer } from "../../../metrics/metric-declaration.ts";
import { namesOption } from "../../../metrics/metric-option.ts";
import type {
  MetricReader,
  MetricRequest,
  OptionValues,
  ScoredFigure,
  ScoredFiles,
} from "./metric-input.ts";
import { chosenRaters, readRatings } from "./ratings-file.ts";

const raters = [
  namesOption({
    name: "raters",
    default: "all columns",
    meaning: "the columns of the raters to compare",
  }),
];

/** Ratings of the same items by several raters. */
export const reader: MetricReader = {
  options: { ratingPairs: raters, ratings: raters, numericRatings: raters },
  open,
};

interface AskedRatings {
  readonly offer: RatingsOffer;
  readonly options: OptionValues & { readonly raters?: readonly string[] };
}

async function open({ flags, asked, isWhole, file }: MetricRequest): Promise<ScoredFiles> {
  const path = file("ratings");
  const table = await readRatings(path);
  const seed = (flags.seed as number | undefined) ?? 1;
  const notes: string[] = [];
  const scored = (asked as readonly AskedRatings[]).flatMap(
    ({ offer, options: { raters: names, ...options } }): ScoredFigure[] => {
      const own = names === undefined ? table : chosenRaters(table, names, path);
      const key = offer.id;
      try {
        const { title, ...score } = scoreRatings(offer, own, { options, seed });
        const lacking = own.rows.length - score.n;
        if (lacking > 0)
          notes.push(
            `${key}: ${lacking} of ${own.rows.length} items lack ratings and are left out`,
          );
        return [{ key, title, ...score, measure: `ratings|raters:${own.raters.join(",")}` }];
      } catch (error) {
        if (!(error instanceof UserError || error instanceof RangeError)) throw error;
        if (!isWhole)
          throw new UserError(
            `${path}: ${error.message}`,
            error instanceof UserError ? error.hint : undefined,
          );
        notes.push(`${key} is left out: ${error.message}`);
        return [];
      }
    },
  );
  return { units: "items", n: table.rows.length, figures: [], scored, analyses: [], notes };
}
