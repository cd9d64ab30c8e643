import { describe, expect, it } from "vitest";
import { dashed } from "../../src/cli/commands/metric/dashed.ts";
import type { MetricOption } from "../../src/metrics/metric-option.ts";
import { metricRunner } from "./metric-runner.ts";
import { offered, smallFiles, textFiles } from "./sample-files.ts";

/** A value of a choice, a switch or a number that is not the default. */
function otherValue({ accepts, default: usual, parse }: MetricOption): string | undefined {
  const candidates =
    accepts.kind === "choice"
      ? accepts.choices
      : accepts.kind === "switch"
        ? ["true", "false"]
        : accepts.kind === "number"
          ? ["0.25", "2", "3"]
          : [];
  return candidates.find((text) => text !== usual && parse(text) !== undefined);
}

const runner = metricRunner();
const { scores } = runner;
const texts = textFiles(runner);

describe("options", () => {
  const filesOf = smallFiles(runner);
  const signatures = async (id: string, ...args: readonly string[]) =>
    Object.values(await scores(id, ...args, "--no-intervals")).flatMap(
      ({ signature }) => signature ?? [],
    );
  const partsOf = (signature: string) => signature.split(" of ").map((one) => one.split("|"));

  /**
   * Parameters of signatures that no one can set, because the definition has no other value: what
   * each says instead.
   */
  const facts: Readonly<Record<string, string>> = {
    v: "the version of the definition",
    scale: "what a perfect score is",
    maxOrder: "how long n-grams are counted, whatever order is asked for",
    documents: "document frequencies come from what is scored together",
    references: "what is made of several references; METEOR's follows its parameters",
    language: "there is no other",
    matching: "follows the definition",
    over: "what the mean is over",
    miss: "what a miss counts",
    hours: "what is divided by",
    duplicates: "what a second detection is",
    threshold: "where it comes from, in its name",
    quantile: "which quantile",
    types: "whether they matter",
    recallPoints: "SoccerNet's",
    thresholds: "SoccerNet's",
    interpolation: "none, by definition",
    interpolated: "not, by definition",
    noHighlight: "what a query without one counts",
    discount: "of nDCG",
    unanswered: "what no answer counts",
    weightless: "what a class without weight counts",
    dimensions: "what is made of several",
    mean: "of R²",
    alignment: "of poses, none",
    incomplete: "what rows with blanks are",
    agreement: "of ICC(2,1)",
    model: "of ICC(2,1)",
    unit: "of ICC(2,1)",
    bothEmpty: "what two empty sets are",
    repeated: "what a label given twice is",
    // Of these, others have options, so that they are named one by one.
    "bleu-coco.smoothing": "coco-caption's",
    "sacrebleu.referenceLength": "sacreBLEU has no other",
    "bleu-statistics.referenceLength": "sacreBLEU has no other; of bleu it is an option",
    "detection-map.ties": "the order of equals",
    "average-recall.ties": "the order of equals",
    "moment-map.ties": "the order of equals",
    "moment-map.definition": "it has one",
    "highlight-map.ties": "the order of equals",
    "highlight-map.raters": "what is made of several",
    "highlight-hit.ties": "the order of equals",
    "highlight-hit.raters": "what is made of several",
    "highlight-hit.k": "HIT@1",
    "frame-auc.ties": "the order of equals",
    "frame-map.ties": "the order of equals",
    "label-average-precision.ties": "the order of equals",
    "average-precision.k": "of trec_eval's map, which has no cut, and map_cut, in its name",
    "geometric-map.k": "no cut",
    "reciprocal-rank.k": "of trec_eval's, which has no cut",
    "precision.k": "of trec_eval's P, in its name",
    "precision.by": "of trec_eval's P, in its name",
    "recall.k": "of trec_eval's, in its name",
    "hit.k": "of trec_eval's success, in its name",
    "ndcg.k": "of trec_eval's, in its name",
    recall: "of iprec_at_recall, in its name",
    "balanced-accuracy.classes": "those with support",
  };

  it("set every parameter of every signature that has more than one value", async () => {
    const used = new Set<string>();
    const optional = new Set(
      offered.flatMap(({ metric }) => metric.options.map(({ name }) => name)),
    );
    const found = await Promise.all(
      offered.map(async ({ id, metric, input }) => ({
        id,
        metric,
        input,
        signatures: await signatures(id, ...filesOf(input, metric)),
      })),
    );
    const isChosenByName = (id: string, part: readonly string[], key: string) =>
      found.some(
        (one) =>
          one.id !== id &&
          one.signatures.some((other) =>
            partsOf(other).some(
              ([name, ...pairs]) =>
                name === part[0] &&
                pairs.some((pair) => pair.startsWith(`${key}:`) && !part.includes(pair)),
            ),
          ),
      );
    const unset = found.flatMap(({ id, metric, input, signatures: own }) => {
      const settable = new Set([
        ...metric.options.flatMap(({ name, keys = [] }) => [name, ...keys]),
        ...Object.values(input.flagKeys ?? {}).flat(),
      ]);
      return own.flatMap(partsOf).flatMap((part) =>
        part.slice(1).flatMap((pair) => {
          const key = pair.slice(0, pair.indexOf(":"));
          if (settable.has(key) || isChosenByName(id, part, key)) return [];
          const fact = optional.has(key) ? `${part[0]}.${key}` : key;
          used.add(fact);
          return fact in facts ? [] : [`${id}: ${fact}`];
        }),
      );
    });
    expect(unset).toEqual([]);
    expect(Object.keys(facts).filter((key) => !used.has(key))).toEqual([]);
  });

  /** Values other than the default that change a signature, where `otherValue` finds none. */
  const others: Readonly<Record<string, string>> = {
    order: "2",
    referenceLength: "shortest",
    beta: "2",
    sigma: "3",
    tokenize: "intl",
    smoothing: "none",
    matchers: "exact",
    normalize: "lower",
    beam: "5",
    alpha: "0.5",
    gamma: "0.5",
    delta: "0.5",
    weights: "1,1,1,1",
    tiou: "0.6",
    definition: "sum",
    minIou: "0.4",
    minConfidence: "0.3",
    falseAlarmsPerHour: "2",
    proposals: "50",
    most: "200",
    tolerances: "3",
    framesPerSecond: "25",
    spottingClasses: "soccernet-ball",
    ambiguous: "jump",
    alert: "start",
    k: "3",
    length: "short",
    compare: "exceed",
    grade: "fair",
    clipSeconds: "1",
    gain: "exponential",
    by: "returned",
    rounding: "up",
    minGain: "2",
    measures: "map",
    least: "0.01",
    noTruth: "skip",
    missing: "zero",
    classes: "support",
    positive: "b",
    separator: ",",
    average: "micro",
    rescaling: "all",
    ties: "last",
    raters: "ann,bob",
    smoothingValue: "0.2",
    categories: "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14",
    tolerance: "2",
  };
  /** What must be said in both cases for the option to matter. */
  const given: Readonly<Record<string, readonly string[]>> = {
    smoothingValue: ["--smoothing", "floor"],
  };

  it.each(
    offered.flatMap(({ id, metric, input }) =>
      metric.options.map((one) => ({ id, option: one.name, one, metric, input })),
    ),
  )("$id takes --$option, and says so in its signature", async (tested) => {
    const { id, option, one, metric, input } = tested;
    const files = option === "raters" ? ["--ratings", "r3.csv"] : filesOf(input, metric);
    const args = [...files, ...(given[option] ?? [])];
    const isLinear = id === "weighted-kappa" && option === "weights";
    const value = isLinear ? "linear" : (others[option] ?? otherValue(one));
    if (value === undefined)
      expect.fail(`give the option ${option} a value other than its default in \`others\``);
    const [usual, set] = await Promise.all([
      signatures(id, ...args, ...(option === "raters" ? ["--raters", "bob,cy"] : [])),
      signatures(id, ...args, dashed(option), value),
    ]);
    // Tables and curves have no signature.
    if (usual.length === 0) expect(set).toEqual([]);
    else expect(set).not.toEqual(usual);
  });

  it("are known by the names that other programs have for them", async () => {
    const bleu = await signatures(
      "sacrebleu",
      ...texts,
      "--smooth-method",
      "floor",
      "--smooth-value=0.2",
      "--max-ngram-order",
      "2",
      "-lc",
      "-tok",
      "intl",
    );
    expect(bleu[0]).toContain(
      "sacrebleu|case:lower|effectiveOrder:false|order:2|referenceLength:closest|scale:100|smoothing:floor[0.2]|tokenize:intl",
    );
    const trec = await signatures(
      "retrieval",
      "--qrels",
      "q.txt",
      "--run",
      "u.txt",
      "-l",
      "2",
      "-c",
      "--measures",
      "map",
    );
    expect(trec).toEqual([
      "average-precision|k:all|minGain:2|missing:zero|noTruth:zero|v:1 of trec-run|v:1",
    ]);
    const meteor = await signatures("-x", "10", "--lower", "meteor", ...texts);
    expect(meteor[0]).toMatch(/beam:10.*normalize:lower/);
    expect(
      (await signatures("sacrebleu", ...texts, "--effective-order", "--lowercase", "false"))[0],
    ).toContain("case:mixed|effectiveOrder:true");
  });
});
