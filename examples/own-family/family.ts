import {
  answered,
  defineFamily,
  failure,
  type Metric,
  noAnswer,
  sampleMetric,
  signature,
  success,
  z,
} from "vidimus";

/**
 * How many things are seen? A question whose answer is a number; a prediction is off by so many.
 */
const sampleSchema = z.strictObject({
  id: z.string(),
  group: z.string(),
  split: z.string().optional(),
  video: z.string(),
  count: z.int().min(0),
});
const predictionSchema = z.strictObject({ count: z.int().min(0).nullable() });
type Counted = z.infer<typeof sampleSchema>;
type Count = z.infer<typeof predictionSchema>;

/** What both metrics read: how far off, `null` where nothing was said. */
interface HasMiss {
  readonly miss: number | null;
}

const measure = {
  signature: signature("count-miss", 1),
  measure: ({
    sample,
    prediction,
  }: {
    readonly sample: Counted;
    readonly prediction: Count;
  }): HasMiss => ({
    miss: prediction.count === null ? null : Math.abs(prediction.count - sample.count),
  }),
};

const exact: Metric<HasMiss> = sampleMetric<HasMiss>({
  id: "exact",
  title: "Exactly right",
  signature: signature("exact-count", 1),
  measure: measure.signature,
  kind: "proportion",
  best: 1,
  worst: 0,
  value: ({ miss }) => (miss === 0 ? 1 : 0),
});

const error: Metric<HasMiss> = sampleMetric<HasMiss>({
  id: "error",
  title: "Mean error",
  signature: signature("count-error", 1),
  measure: measure.signature,
  kind: "mean",
  best: 0,
  worst: null,
  value: ({ miss }) => miss,
});

export const family = defineFamily({
  id: "counting",
  version: 1,
  summary: "How many things are seen?",
  data: {
    sample: sampleSchema,
    prediction: predictionSchema,
    options: z.strictObject({}),
    formats: [
      {
        id: "jsonl",
        summary: "rows of id, video and count",
        reads: "rows",
        read(row) {
          const parsed = z
            .strictObject({ id: z.string(), video: z.string(), count: z.int() })
            .safeParse(row);
          return parsed.success
            ? success([{ ...parsed.data, group: parsed.data.video }])
            : failure(z.prettifyError(parsed.error));
        },
      },
    ],
    predictionFormats: [
      {
        id: "plain",
        summary: "rows of id and count",
        reads: "rows",
        recognises: (head) => typeof head === "object" && head !== null && "count" in head,
        read: (row) =>
          success({
            id: String((row as { id: unknown }).id),
            raw: (row as { count: unknown }).count,
          }),
        interpret: (raw) =>
          Number.isInteger(raw)
            ? answered({ count: raw as number })
            : noAnswer("unparsed", `${JSON.stringify(raw)} is no count`),
      },
    ],
    refs: ({ video }) => [{ kind: "video", path: video }],
    checks: [],
  },
  asking: { protocols: {}, extractors: ["json"] },
  scoring: () => ({
    measures: [measure],
    metrics: [exact, error] as readonly Metric[],
    analyses: [],
    slices: () => ({}),
    errorClass: ({ count }, prediction) =>
      prediction.count === count ? null : prediction.count === null ? "no-answer" : "wrong-count",
  }),
  people: { graders: [] },
  proof: {
    baselines: {
      oracle: ({ count }) => ({ count }),
      chance: (_, random) => ({ count: Math.floor(random() * 10) }),
      empty: () => ({ count: null }),
    },
    degradations: [],
    examples: [],
  },
  display: {
    view: ({ id, count }, prediction) => ({
      title: id,
      blocks: [
        {
          kind: "facts",
          facts: [
            ["truth", String(count)],
            ["answer", String(prediction?.count ?? "none")],
          ],
        },
      ],
    }),
    brief: ({ count }, prediction) => ({
      truth: String(count),
      answer: prediction ? String(prediction.count) : undefined,
    }),
    exports: [],
  },
});
