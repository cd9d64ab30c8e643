import { z } from "zod";
import type { Family } from "../../core/family.ts";
import type { TaskConfig } from "../config.ts";
import { refuseUnknownKeys } from "../problems/refuse-unknown-keys.ts";
import { repeatsSchema } from "./asking-schema.ts";
import { dataSchema } from "./data-schema.ts";
import { framesSchema } from "./frames-schema.ts";
import { labelsSchema } from "./labels-schema.ts";

/** A task of this family. */
export function taskSchema(family: Family) {
  const extractors = uniqueList(oneOf(family.asking.extractors, "extractor")).min(
    Math.min(1, family.asking.extractors.length),
  );
  const schema = z.strictObject({
    id: idSchema().describe("Name of the task in reports, targets and on the command line."),
    family: z.literal(family.id).describe("The kind of question this task asks."),
    data: dataSchema(family, oneOf).describe("Where the samples come from."),
    frames: framesSchema(family.asking.usualFrames).describe(
      "Which frames of a video systems are shown.",
    ),
    options: refuseUnknownKeys(family.data.options)
      .prefault({})
      .describe(`Options of the ${family.id} family.`),
    systems: uniqueList(idSchema())
      .min(1)
      .optional()
      .describe("The systems that are asked, by id; all if left out."),
    graders: gradersSchema(family).describe(
      "Which grader fills which role of this family, by its id.",
    ),
    tables: tablesSchema(family).describe(
      "Tables that metrics of this family read: a file or folder for each role.",
    ),
    labels: labelsSchema()
      .optional()
      .describe("What people say about answers: a file, or a file and when its scores are quoted."),
    second: textSchema()
      .optional()
      .describe(
        "A second annotation of the same samples, in the same format: what it scores against the first stands beside all scores as what people reach.",
      ),
    prompts: promptsSchema().describe(
      "Your own prompts, as files; what is left out keeps the family's wording.",
    ),
    extractors: extractors
      .default([...family.asking.extractors.slice(0, 1)])
      .describe("How answers are read from replies; the first one gives the headline."),
    unanswered: z
      .enum(["empty", "exclude"])
      .default("empty")
      .describe(
        "What a sample without an answer counts as: the family's empty answer, or nothing at all.",
      ),
    slices: uniqueList(textSchema())
      .default([])
      .describe("Sample fields by which scores are broken down, such as metadata.difficulty."),
    metrics: uniqueList(textSchema())
      .min(1)
      .optional()
      .describe(
        "The metrics to report, by id or short name (recall is recall@1, recall@5, …); all of the family's if left out.",
      ),
    repeats: repeatsSchema()
      .optional()
      .describe("How often every sample is asked; as the run says if left out."),
  });
  return schema.meta({
    title: family.id,
    description: family.summary,
  }) satisfies z.ZodType<TaskConfig>;
}

/** Letters, digits and a few signs: ids become parts of file names. */
export function idSchema() {
  return z.string().regex(/^[A-Za-z0-9_.-]+$/, 'expected only letters, digits, "-", "_" and "."');
}

export function textSchema() {
  return z.string().min(1);
}

function gradersSchema(family: Family) {
  const roles = [...new Set(family.people.graders.map(({ role }) => role))];
  const grader = (role: string) => idSchema().optional().describe(`The id of the ${role} grader.`);
  return z
    .strictObject(Object.fromEntries(roles.map((role) => [role, grader(role)])))
    .default({}) as z.ZodType<Record<string, string>>;
}

/** Without a default, so that runs which name none stay the same. */
function tablesSchema({ data: { tables = [] } }: Family) {
  const roles = tables.map(
    ({ role, summary }) => [role, textSchema().optional().describe(summary)] as const,
  );
  return z.strictObject(Object.fromEntries(roles)).optional() as z.ZodType<
    Record<string, string> | undefined
  >;
}

function promptsSchema() {
  const file = (role: string) => textSchema().optional().describe(`File with the ${role} prompt.`);
  return z.strictObject({ system: file("system"), user: file("user") }).default({});
}

function oneOf(ids: readonly string[], noun: string) {
  return z.enum(ids, {
    error: ({ input }) =>
      typeof input === "string" ? `unknown ${noun} ${JSON.stringify(input)}` : undefined,
  });
}

function uniqueList<T extends z.ZodType<string>>(element: T) {
  return z.array(element).superRefine((values, context) => {
    values.forEach((value, at) => {
      if (values.indexOf(value) < at)
        context.addIssue({ code: "custom", path: [at], message: `"${value}" is listed twice` });
    });
  });
}
