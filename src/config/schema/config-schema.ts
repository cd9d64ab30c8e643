import { z } from "zod";
import { usualMinimums } from "../../core/scores/minimums.ts";
import { checkReferences } from "../check-references.ts";
import type { Config, Registries } from "../config.ts";
import { type NamedConfig, resolveNames } from "../resolve-names.ts";
import {
  budgetSchema,
  cacheSchema,
  concurrencySchema,
  pricesSchema,
  repeatsSchema,
  retriesSchema,
} from "./asking-schema.ts";
import { gateSchema } from "./gate-schema.ts";
import { matrixSchema } from "./matrix-schema.ts";
import { resourcesSchema } from "./resources-schema.ts";
import { type SystemUse, systemSchema } from "./system-schema.ts";
import { targetsSchema } from "./targets-schema.ts";
import { taskSchema, textSchema } from "./task-schema.ts";

/**
 * The schema of a configuration that can name what is registered. Family and kind decide by which
 * schema options and settings are read.
 */
export function configSchema({ families, systemKinds }: Registries): z.ZodType<Config> {
  const task = z.discriminatedUnion("family", someOf(families.map(taskSchema)));
  const systemFor = (use: SystemUse) =>
    z.discriminatedUnion("kind", someOf(systemKinds.map((kind) => systemSchema(kind, use))));
  return z
    .strictObject({
      $schema: z
        .string()
        .optional()
        .describe("Where editors find the schema of this file; not read otherwise."),
      name: z
        .string()
        .regex(/^[a-z0-9_.-]+$/, 'expected only a-z, 0-9, "-", "_" and "."')
        .describe("Name of the run, and part of the name of its folder."),
      tasks: z.array(task).min(1).describe("What is asked, of which data."),
      systems: z.array(systemFor("evaluated")).min(1).describe("What is evaluated."),
      graders: z
        .array(systemFor("grades"))
        .default([])
        .describe(
          "Systems that grade answers instead of giving them: judges, sentence encoders. Tasks name them.",
        ),
      targets: targetsSchema(families)
        .default({})
        .describe(
          "What scores are held to, by metric, metric[slice=value], coverage or answered, for all tasks or by the id of a task; or the name of a published set.",
        ),
      references: z
        .array(
          z.strictObject({
            name: textSchema().describe("What the row is called, such as a model or people."),
            task: textSchema().describe("The id of a task."),
            metric: textSchema().describe("The id of a metric of the task."),
            value: z.number().describe("A fraction where the metric is one: 0.71, not 71."),
            low: z.number().optional().describe("Lower end of the published interval."),
            high: z.number().optional().describe("Upper end of the published interval."),
            source: textSchema().describe("Where it was published."),
          }),
        )
        .default([])
        .describe(
          "Published results to read beside those of the run: rows of tables that are marked as not measured here.",
        ),
      matrix: matrixSchema()
        .optional()
        .describe(
          "Settings under which all of this is run, one after the other, and tabled against the first of them.",
        ),
      seed: z.int().min(0).default(1).describe("Everything random starts from it."),
      output: textSchema()
        .default("runs")
        .describe("The folder of all runs, relative to this configuration."),
      minCoverage: z
        .number()
        .min(0)
        .max(1)
        .default(usualMinimums.minCoverage)
        .describe(
          "The share of samples that must be put to a system and come back: below it the run says so first and ends with 3.",
        ),
      minAnswered: z
        .number()
        .min(0)
        .max(1)
        .default(usualMinimums.minAnswered)
        .describe(
          "The share of samples that must have a readable answer, baselines and probes aside: below it the run says so first and ends with 3.",
        ),
      keepGoing: z
        .boolean()
        .optional()
        .describe(
          "Whether a task whose data cannot be read, whose systems cannot be trained, or whose scoring fails, is recorded and the others go on; the run then ends with 3. Default: the run is refused.",
        ),
      tags: z
        .array(z.string().trim().min(1))
        .optional()
        .describe(
          "Words to find the run by in `vidimus view`; other tags make no other run of it. Default: none.",
        ),
      repeats: repeatsSchema()
        .default(1)
        .describe("How often every sample is asked; scores are means over the repeats."),
      concurrency: concurrencySchema().describe(
        "How many asks may be under way at once, for all systems.",
      ),
      retries: retriesSchema().describe("How often and how patiently failed asks are tried again."),
      prices: pricesSchema().describe(
        "What models cost, in US dollars per million tokens, by the id of a system or the name of a model.",
      ),
      budget: budgetSchema()
        .optional()
        .describe(
          'What the run may cost in all, such as "20 USD"; it stops cleanly and can be continued.',
        ),
      cache: cacheSchema().describe("What is kept between runs."),
      gate: gateSchema().describe(
        "What `vidimus gate` lets through, beside targets, minCoverage and minAnswered.",
      ),
      resources: resourcesSchema()
        .optional()
        .describe(
          "What of the machine is watched while the run goes on: memory and processor time of this program and of others, graphics cards, and the size of what systems store.",
        ),
      use: z
        .array(textSchema())
        .default([])
        .describe(
          "Your own metrics, families, formats and systems: TypeScript or JavaScript files, relative to this configuration.",
        ),
    })
    .superRefine(checkReferences(families), { when: () => true })
    .transform(({ $schema, matrix, ...config }) =>
      resolveNames(config satisfies NamedConfig, families),
    );
}

/** An empty registry is allowed: then every name is unknown. */
function someOf<T>(items: readonly T[]): [T, ...T[]] {
  return items as [T, ...T[]];
}
