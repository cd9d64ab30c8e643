import { UserError } from "../../core/user-error.ts";
import { type AgreementScore, agreementScore } from "./agreement-score.ts";
import { cohenKappa, cohenKappaPage } from "./cohen-kappa.ts";
import { correlationInterval } from "./correlation-interval.ts";
import { fleissKappa, fleissKappaPage } from "./fleiss-kappa.ts";
import { gwetAc1, gwetAc1Page } from "./gwet-ac1.ts";
import { intraclassCorrelation, intraclassCorrelationPage } from "./intraclass-correlation.ts";
import { krippendorffAlpha, krippendorffAlphaPage } from "./krippendorff-alpha.ts";
import { krippendorffAlphaInterval, krippendorffAlphaIntervalPage } from "./krippendorff-alpha-interval.ts";
import { pabak, pabakPage } from "./pabak.ts";

/** Ratings of the same items by several raters. */
export interface RatingsTable {
  /** The names of the columns. */
  readonly raters: readonly string[];
  /** One row per item, one cell per rater; `null` where a rater gave none. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** What items that belong together share, such as a video: intervals draw whole groups. Each item by itself where left out. */
  readonly groups?: readonly string[];
}

export interface AgreementOptions {
  /** The categories in their order; those that occur where left out, numbers in rising order. */
  readonly categories?: readonly string[];
  /** Of the weighted kappa. */
  readonly weights?: "linear" | "quadratic";
  readonly seed?: number;
}

/** A measure of agreement that can be asked for by name. */
export interface AgreementMeasure {
  readonly id: string;
  readonly title: string;
  /** Mistakes in the table are thrown as `UserError`. */
  score(table: RatingsTable, options?: AgreementOptions): AgreementScore;
}

/** Measures of agreement on a table of ratings, by the names the command line knows them by. */
export const agreementMeasures: readonly AgreementMeasure[] = [
  ofPairs("kappa", "Cohen's kappa", ({ categories }) => cohenKappa(plain, categories && { categories })),
  ofPairs("weighted-kappa", "Cohen's kappa, weighted", ({ weights = "quadratic", categories }, table) =>
    cohenKappa(plain, { weights, categories: categories ?? orderedCategories(table) }),
  ),
  ofPairs("pabak", "PABAK", ({ categories }) => pabak(plain, categories && { categories })),
  ofCategories("ac1", "Gwet's AC1", ({ categories }) => gwetAc1(plain, categories && { categories })),
  ofCategories("fleiss", "Fleiss' kappa", () => fleissKappa(plain)),
  ofCategories("alpha", "Krippendorff's alpha, nominal", () => krippendorffAlpha(plain)),
  ofNumbers("alpha-interval", "Krippendorff's alpha, interval", () => krippendorffAlphaInterval(plain)),
  { id: "icc", title: "ICC(2,1)", score: scoreCorrelation },
];

/** The table itself is the evidence: there is no measure before it. */
const plain = "ratings";

type MadeFrom<Metric> = (options: AgreementOptions, table: RatingsTable) => Metric;

function ofCategories(id: string, title: string, make: MadeFrom<ReturnType<typeof fleissKappa>>): AgreementMeasure {
  return {
    id,
    title,
    score(table, options = {}) {
      const items = checkedRows(table).map((ratings) => ({ ratings }));
      return agreementScore({ metric: make(options, table), items, groups: table.groups, seed: options.seed ?? 0 });
    },
  };
}

/** Measures of exactly two raters: of a third one they would say nothing. */
function ofPairs(id: string, title: string, make: MadeFrom<ReturnType<typeof cohenKappa>>): AgreementMeasure {
  const measure = ofCategories(id, title, make);
  return {
    ...measure,
    score(table, options) {
      if (table.raters.length !== 2)
        throw new UserError(
          `${id} compares two raters, but the table has ${table.raters.length}: ${table.raters.join(", ")}`,
          `name two of them by the option raters, for example raters=${table.raters.slice(0, 2).join(",") || "ann,bob"}; fleiss, alpha and ac1 take any number`,
        );
      return measure.score(table, options);
    },
  };
}

function ofNumbers(id: string, title: string, make: MadeFrom<ReturnType<typeof intraclassCorrelation>>): AgreementMeasure {
  return {
    id,
    title,
    score(table, options = {}) {
      const items = numericRows(table).map((ratings) => ({ ratings }));
      return agreementScore({ metric: make(options, table), items, groups: table.groups, seed: options.seed ?? 0 });
    },
  };
}

/** With one item per group the interval is that of the F distribution; where items share groups, only the bootstrap of groups holds. */
function scoreCorrelation(table: RatingsTable, options: AgreementOptions = {}): AgreementScore {
  const found = ofNumbers("icc", "ICC(2,1)", () => intraclassCorrelation(plain)).score(table, options);
  const isGrouped = table.groups && new Set(table.groups).size < table.groups.length;
  if (isGrouped || found.value === null) return found;
  const limits = correlationInterval(numericRows(table).map((ratings) => ({ ratings })));
  if (!limits) return { ...found, low: null, high: null, interval: "none: raters never differ" };
  return { ...found, ...limits, interval: "F limits with Satterthwaite's degrees of freedom (McGraw and Wong 1996)" };
}

function checkedRows({ raters, rows, groups }: RatingsTable): RatingsTable["rows"] {
  if (raters.length < 2) throw new UserError(`agreement needs two raters or more, but the table has ${raters.length}`);
  if (groups && groups.length !== rows.length) throw new UserError(`the table has ${rows.length} items but ${groups.length} groups`);
  for (const [at, row] of rows.entries())
    if (row.length !== raters.length)
      throw new UserError(`item ${at + 1} has ${row.length} ratings, but there are ${raters.length} raters: ${raters.join(", ")}`);
  return rows;
}

function numericRows(table: RatingsTable): readonly (readonly (number | null)[])[] {
  return checkedRows(table).map((row, at) =>
    row.map((rating, rater) => {
      if (rating === null) return null;
      if (isNumber(rating)) return Number(rating);
      throw new UserError(`item ${at + 1}, rater ${table.raters[rater]}: "${rating}" is not a number`, "use alpha, fleiss or kappa");
    }),
  );
}

function orderedCategories(table: RatingsTable): readonly string[] {
  const names = [...new Set(checkedRows(table).flat())].filter((name) => name !== null);
  if (names.every(isNumber)) return names.sort((a, b) => Number(a) - Number(b));
  throw new UserError(
    "weighted kappa needs the order of the categories",
    "name them in their order by the option categories, for example categories=low,middle,high",
  );
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

export const agreementPages = [
  cohenKappaPage,
  pabakPage,
  gwetAc1Page,
  fleissKappaPage,
  krippendorffAlphaPage,
  krippendorffAlphaIntervalPage,
  intraclassCorrelationPage,
];
