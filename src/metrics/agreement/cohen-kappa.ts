import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, ratingsOffer } from "../metric-declaration.ts";
import { choiceOption } from "../metric-option.ts";
import {
  categoriesOption,
  crossTable,
  type HasRatings,
  isPairable,
  namedCategories,
  packRatings,
  risingCategories,
} from "./rating-table.ts";

/**
 * `none`: every disagreement is as bad. `linear`, `quadratic`: by the distance in the order of the
 * categories, or its square.
 */
type KappaWeights = "none" | "linear" | "quadratic";

interface CohenKappaOptions {
  readonly weights?: KappaWeights;
  /** In their order, which weights need; without weights, those observed if left out. */
  readonly categories?: readonly string[];
}

/**
 * Agreement of the first two raters beyond what their own frequencies give by chance: 1 − Σ
 * w·observed / Σ w·expected (Cohen 1960, "A coefficient of agreement for nominal scales"; with
 * weights, Cohen 1968). Low at a skewed prevalence even where raters agree: read it with PABAK and
 * AC1. `null` where both always give the same single category. Its interval is a bootstrap of
 * items, clustered by video.
 */
export function cohenKappa(
  measure: string,
  { weights: scheme = "none", categories }: CohenKappaOptions = {},
): CorpusMetric<HasRatings> {
  if (scheme !== "none" && !categories)
    throw new TypeError(`${scheme} weights need the categories in their order`);
  return {
    id: scheme === "none" ? "cohen-kappa" : `cohen-kappa-${scheme}`,
    title: scheme === "none" ? "Cohen's kappa" : `Cohen's kappa, ${scheme} weights`,
    signature: signature("cohen-kappa", 1, {
      categories: namedCategories(categories),
      weights: scheme,
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: -1,
    counts: ({ ratings }) => isPairable({ ratings: ratings.slice(0, 2) }),
    prepare(evidence) {
      const table = packRatings(evidence, categories);
      return (weights) => {
        const { cells, total } = crossTable(table, weights);
        const { observed, expected } = disagreements(cells, table.categories.length, scheme);
        return total === 0 || expected === 0 ? null : 1 - (observed * total) / expected;
      };
    },
  };
}

/** Σ w·cell and Σ w·row·column, so that whole numbers stay exact. */
function disagreements(cells: Float64Array, size: number, scheme: KappaWeights) {
  const rows = new Float64Array(size);
  const columns = new Float64Array(size);
  for (let at = 0; at < cells.length; at++) {
    rows[Math.floor(at / size)]! += cells[at]!;
    columns[at % size]! += cells[at]!;
  }
  let observed = 0;
  let expected = 0;
  for (let at = 0; at < cells.length; at++) {
    const row = Math.floor(at / size);
    const column = at % size;
    const cost = disagreementCost(Math.abs(row - column), scheme);
    observed += cost * cells[at]!;
    expected += cost * rows[row]! * columns[column]!;
  }
  return { observed, expected };
}

function disagreementCost(distance: number, scheme: KappaWeights): number {
  if (scheme === "none") return distance === 0 ? 0 : 1;
  return scheme === "linear" ? distance : distance * distance;
}

const weightsOption = choiceOption(
  {
    name: "weights",
    default: "none; quadratic for weighted-kappa",
    meaning:
      "none: every disagreement is as bad; linear, quadratic: by the distance in the order of the categories",
  },
  ["linear", "quadratic"],
);

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "cohen-kappa",
    group: "agreement",
    title: "Cohen’s kappa",
    options: [weightsOption, categoriesOption],
    page: () => ({
      definition: "Agreement of two raters beyond what their own frequencies give by chance.",
      formula: "1 − Σ w·observed / Σ w·expected; w = 1, the distance or its square",
      citation: "Cohen 1960, “A coefficient of agreement for nominal scales”; weighted: Cohen 1968",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9 (cohen_kappa_score)",
      edgeCases:
        "Items that one of the two left out do not count. Null where both always give one and the same category. Low at a skewed prevalence even where raters agree: read it with PABAK and AC1. Interval: bootstrap of items, whole groups at a time.",
      signatures: [
        cohenKappa("").signature,
        cohenKappa("", { weights: "quadratic", categories: ["1", "2", "3"] }).signature,
      ],
    }),
    offers: [
      ratingsOffer({
        id: "kappa",
        title: "Cohen's kappa",
        reads: "ratingPairs",
        options: [categoriesOption],
        create: ({ categories }) => cohenKappa("ratings", categories && { categories }),
      }),
      ratingsOffer({
        id: "weighted-kappa",
        title: "Cohen's kappa, weighted",
        reads: "ratingPairs",
        options: [weightsOption, categoriesOption],
        create: ({ weights = "quadratic", categories }, table) =>
          cohenKappa("ratings", { weights, categories: categories ?? risingCategories(table) }),
      }),
    ],
  },
];
