import { z } from "zod";
import type { AnnotationField, AnnotationPlan } from "../../core/family/annotating.ts";

const name = z.string().min(1);

const fieldSchema = z
  .strictObject({
    name: name.describe("What the field is called."),
    kind: z
      .enum(["text", "number", "choice", "flag"])
      .default("text")
      .describe("What it holds: text, number, choice or flag."),
    choices: z.array(name).min(1).optional().describe("What a choice chooses from."),
  })
  .superRefine(({ kind, choices }, context) => {
    if ((kind === "choice") === (choices !== undefined)) return;
    const message = choices === undefined ? "a choice needs choices" : `a ${kind} has no choices`;
    context.addIssue({ code: "custom", message });
  })
  .transform(
    ({ name: own, kind, choices = [] }): AnnotationField =>
      kind === "choice" ? { name: own, kind, choices } : { name: own, kind },
  );

const typeSchema = z.union([
  name,
  z.strictObject({
    id: name.describe("The type as data and predictions name it."),
    title: name.optional().describe("What people read. Default: the id."),
    colour: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, "expected a colour such as #1d5c9e")
      .optional()
      .describe("Default: one of eight in turn."),
    key: z
      .string()
      .regex(/^[0-9]$/, 'expected a digit in quotes, such as "1"')
      .optional()
      .describe("The digit that chooses it. Default: 1 to 9 in their order."),
    fields: z.array(fieldSchema).default([]).describe("What is asked about each mark of the type."),
  }),
]);

/** annotate.yaml, the description of a project. */
export const projectSchema = z
  .strictObject({
    name: name.describe("The name of the project."),
    annotate: z
      .enum(["events", "questions", "labels"])
      .describe("What is annotated: events, questions with evidence, or labels of whole clips."),
    media: z
      .union([name, z.array(name).min(1)])
      .default(".")
      .describe(
        "The folder of the videos, relative to this file, or a list of video files. Default: the folder of this file.",
      ),
    types: z
      .array(typeSchema)
      .default([])
      .describe("Types of events, kinds of questions, or labels."),
    several: z.boolean().default(false).describe("Whether several labels may be true of one clip."),
    difficulties: z.array(name).default([]).describe("Levels of difficulty that can be chosen."),
    domains: z.array(name).default([]).describe("Domains that can be chosen for a video."),
    ambiguous: z.boolean().default(true).describe("Whether marks can be flagged as ambiguous."),
    snap: z
      .strictObject({
        frames: z.boolean().default(true).describe("Whether dragged edges snap to frames."),
        edges: z
          .number()
          .min(0)
          .max(50)
          .default(8)
          .describe("How near a neighbouring edge attracts a dragged one, in pixels; 0: never."),
      })
      .prefault({}),
  })
  .superRefine(({ annotate, types }, context) => {
    if (types.length === 0 && annotate !== "questions")
      context.addIssue({
        code: "custom",
        path: ["types"],
        message: `${annotate} need at least one type`,
        params: { hint: "types: [first, second]" },
      });
    for (const property of ["id", "key"] as const) {
      const seen = new Map<string, number>();
      for (const [at, type] of types.entries()) {
        const value = typeof type === "string" ? { id: type, key: undefined } : type;
        const own = value[property];
        if (own === undefined) continue;
        if (seen.has(own))
          context.addIssue({
            code: "custom",
            path: typeof type === "string" ? ["types", at] : ["types", at, property],
            message: `"${own}" is also the ${property} of types[${seen.get(own)}]`,
          });
        else seen.set(own, at);
      }
    }
  });

export type ProjectConfig = z.infer<typeof projectSchema>;

/** Distinguishable for most people in light and dark (Okabe and Ito's, without black). */
const colours = [
  ...["#0072b2", "#d55e00", "#009e73", "#cc79a7"],
  ...["#b58900", "#56b4e9", "#7b61c4", "#8c6d46"],
];

/** What a project asks for, with every default filled in. */
export function planOf({ media: _, types, snap, ...rest }: ProjectConfig): AnnotationPlan {
  const given = types.map((type) => (typeof type === "string" ? { id: type, fields: [] } : type));
  const taken = new Set(given.map((type) => ("key" in type ? type.key : undefined)));
  const free = [..."123456789"].filter((key) => !taken.has(key)).values();
  return {
    ...rest,
    types: given.map((type, at) => ({
      id: type.id,
      title: ("title" in type ? type.title : undefined) ?? type.id,
      colour: ("colour" in type ? type.colour : undefined) ?? colours[at % colours.length]!,
      key: ("key" in type ? type.key : undefined) ?? free.next().value,
      fields: type.fields,
    })),
    snap: { frames: snap.frames, edgePixels: snap.edges },
  };
}
