import { UserError } from "../../core/user-error.ts";
import type { RatingsOffer } from "../metric-declaration.ts";
import type { OptionValues } from "../metric-option.ts";
import { type AgreementScore, agreementScore } from "./agreement-score.ts";
import { isNumberText, type RatingsTable } from "./rating-table.ts";

export interface RatingsRequest {
  readonly options?: OptionValues;
  readonly seed?: number;
}

/**
 * A declared measure of agreement on a table of ratings. Mistakes in the table are thrown as
 * `UserError`.
 */
export function scoreRatings(
  offer: RatingsOffer,
  table: RatingsTable,
  { options = {}, seed = 0 }: RatingsRequest = {},
): AgreementScore {
  if (offer.reads === "ratingPairs") requirePairs(offer, table);
  const rows = offer.reads === "numericRatings" ? numericRows(table) : checkedRows(table);
  const items = rows.map((ratings) => ({ ratings })) as never[];
  const found = agreementScore({
    metric: offer.create(options, table),
    items,
    groups: table.groups,
    seed,
  });
  // The measure's own formula holds for independent items; where items share groups, only the
  // bootstrap of groups does.
  const isGrouped = table.groups && new Set(table.groups).size < table.groups.length;
  return offer.interval && !isGrouped && found.value !== null
    ? { ...found, ...offer.interval(items) }
    : found;
}

/** Of a third rater, measures of exactly two would say nothing. */
function requirePairs({ id }: RatingsOffer, { raters }: RatingsTable): void {
  if (raters.length === 2) return;
  throw new UserError(
    `${id} compares two raters, but the table has ${raters.length}: ${raters.join(", ")}`,
    `name two of them by the option raters, for example raters=${raters.slice(0, 2).join(",") || "ann,bob"}; fleiss, alpha and ac1 take any number`,
  );
}

function checkedRows({ raters, rows, groups }: RatingsTable): RatingsTable["rows"] {
  if (raters.length < 2)
    throw new UserError(`agreement needs two raters or more, but the table has ${raters.length}`);
  if (groups && groups.length !== rows.length)
    throw new UserError(`the table has ${rows.length} items but ${groups.length} groups`);
  for (const [at, row] of rows.entries())
    if (row.length !== raters.length)
      throw new UserError(
        `item ${at + 1} has ${row.length} ratings, but there are ${raters.length} raters: ${raters.join(", ")}`,
      );
  return rows;
}

function numericRows(table: RatingsTable): readonly (readonly (number | null)[])[] {
  return checkedRows(table).map((row, at) =>
    row.map((rating, rater) => {
      if (rating === null) return null;
      if (isNumberText(rating)) return Number(rating);
      throw new UserError(
        `item ${at + 1}, rater ${table.raters[rater]}: "${rating}" is not a number`,
        "use alpha, fleiss or kappa",
      );
    }),
  );
}
