import { z } from "zod";
import type { Registries } from "../../src/config/config.ts";
import type { Grader, GraderNames } from "../../src/core/asking/grader.ts";
import { defineSystemKind, type SystemKind } from "../../src/core/asking/system-kind.ts";
import type { Sample } from "../../src/core/data/sample.ts";
import { defineFamily } from "../../src/core/family.ts";
import type { Metric } from "../../src/core/scores/metric.ts";

/** Families and kinds that exist for the tests of this folder only. */
export function fakeRegistries(): Registries {
  return { families: [quiz, story], systemKinds: [plain("oracle"), plain("chance"), chat, remote] };
}

function family<const Id extends string, Options>(
  id: Id,
  options: z.ZodType<Options>,
  parts: FamilyParts<Options>,
) {
  return defineFamily<Id, Sample, string, Options>({
    id,
    version: 1,
    summary: `The ${id} family.`,
    data: {
      sample: z.object({ id: z.string(), group: z.string() }),
      prediction: z.string(),
      options,
      formats: parts.formats.map((format) => ({
        id: format,
        summary: format,
        reads: "rows",
        read: () => ({ ok: true, value: [] }),
      })),
      predictionFormats: [],
      refs: () => [],
      checks: [],
    },
    asking: { protocols: {}, extractors: parts.extractors },
    scoring: (given, lent) => ({
      measures: [],
      metrics: parts.metrics(given, lent.graders).map(metric),
      analyses: [],
      slices: () => ({}),
      errorClass: () => null,
    }),
    people: { graders: (parts.roles ?? []).map(grader) },
    proof: {
      baselines: { oracle: () => "", chance: () => "", empty: () => "" },
      degradations: [],
      examples: [],
      ...(parts.targets ? { targets: parts.targets } : {}),
    },
    display: { view: () => ({ title: "", blocks: [] }), exports: [] },
  });
}

interface FamilyParts<Options> {
  readonly formats: readonly string[];
  readonly extractors: readonly string[];
  readonly targets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Roles of its graders. */
  readonly roles?: readonly string[];
  metrics(options: Options, graders: GraderNames): readonly string[];
}

function grader(role: string): Grader<Sample, string, unknown> {
  return { role, asks: "chat", identity: () => null, steps: never };
}

function metric(id: string): Metric {
  return {
    id,
    title: id,
    signature: id,
    measure: id,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare: () => () => null,
  };
}

const quizOptions = z.strictObject({
  answer: z
    .enum(["letter", "verbatim"])
    .default("letter")
    .describe("What the system is asked to answer with."),
  shuffle: z.boolean().default(false).describe("Whether options are shuffled."),
  examples: z.int().min(0).max(8).default(0).describe("Worked examples before the question."),
  calibrated: z.boolean().default(false).describe("Adds calibration metrics."),
  weight: z
    .union([
      z.number(),
      z.literal("auto"),
      z.strictObject({ field: z.string().describe("The field that holds it.") }),
    ])
    .default("auto")
    .describe("Weight of a sample."),
});

const quiz = family("quiz", quizOptions, {
  formats: ["quiz-jsonl", "nextqa"],
  extractors: ["standard", "strict"],
  metrics: ({ calibrated }) => ["accuracy", "macro-f1", ...(calibrated ? ["ece"] : [])],
});

/** Written with `z.object`, as authors do by habit, and with an option that has no default. */
const story = family(
  "story",
  z.object({ window: z.number().positive().describe("Seconds around a moment.") }),
  {
    formats: ["story-json"],
    extractors: ["lines"],
    roles: ["judge", "similarity"],
    metrics: (_, { judge, similarity }) => [
      "recall",
      ...(judge === undefined ? [] : ["judge_overall"]),
      ...(similarity === undefined ? [] : ["meaning"]),
    ],
  },
);

function plain(id: string): SystemKind {
  const configSchema = z.object({ seed: z.int().optional().describe("Its own seed.") });
  return defineSystemKind({
    id,
    summary: `The ${id} baseline.`,
    configSchema,
    create: never,
  }) as SystemKind;
}

const chat = defineSystemKind({
  id: "chat",
  summary: "A chat model.",
  configSchema: z.strictObject({
    model: z.string().min(1).describe("Name of the model."),
    baseUrl: z.url().default("http://localhost:8000/v1").describe("Where the service is."),
    apiKey: z.string().optional().describe("Key of the service."),
    temperature: z.number().min(0).default(0).describe("Randomness of the answers."),
    maxTokens: z.int().default(256).describe("Longest answer."),
    headers: z.record(z.string(), z.string()).default({}).describe("Headers of every request."),
  }),
  create: never,
}) as SystemKind;

const remote = defineSystemKind({
  id: "remote",
  summary: "A service or a command.",
  configSchema: z.discriminatedUnion("by", [
    z.strictObject({
      by: z.literal("http").describe("Over the network."),
      url: z.url().describe("Its address."),
    }),
    z.strictObject({
      by: z.literal("command").describe("As a process."),
      command: z.array(z.string()).min(1).describe("What to start."),
    }),
  ]),
  create: never,
}) as SystemKind;

function never(): never {
  throw new Error("configuration never starts a system");
}
