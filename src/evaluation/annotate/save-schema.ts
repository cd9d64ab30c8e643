import { z } from "zod";
import { firstIssue } from "../../core/first-issue.ts";
import { UserError } from "../../core/user-error.ts";
import type { SaveRequest } from "../../summary/annotate/annotation-pages.ts";

const text = z.string().max(20_000);
const type = z.string().min(1).max(200);
const fields = z.record(text, z.union([text, z.number(), z.boolean()])).optional();
const ambiguous = z.literal(true).optional();
const difficulty = text.optional();

const markSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({
      ...{ kind: z.literal("interval"), type, fields, ambiguous },
      start: z.number().min(0),
      end: z.number().min(0),
      question: text.optional(),
    })
    .refine(({ start, end }) => end >= start, {
      path: ["end"],
      error: "must not be before the start",
    }),
  z.strictObject({
    ...{ kind: z.literal("question"), text, answer: text, type: type.optional() },
    ...{ difficulty, fields, ambiguous },
  }),
  z.strictObject({ kind: z.literal("label"), type, fields }),
  z.strictObject({
    ...{ kind: z.literal("facts"), isDone: z.literal(true).optional() },
    ...{ difficulty, domain: text.optional(), ambiguous, note: text.optional() },
  }),
]);

/** Never a member that every object has, such as `__proto__`. */
const id = z.string().regex(/^[A-Za-z0-9][\w.:-]{0,79}$/);

const saveSchema = z.strictObject({
  annotator: z.string(),
  base: z.int().min(0),
  step: z.strictObject({
    id,
    kind: z.enum(["edit", "undo", "redo"]),
    changes: z
      .array(z.strictObject({ id, mark: markSchema.nullable() }))
      .min(1)
      .max(10_000),
  }),
});

/** Checks what a page sends. @throws {UserError} that names the first wrong field. */
export function parseSave(body: unknown): SaveRequest {
  const parsed = saveSchema.safeParse(body);
  if (!parsed.success) throw new UserError(firstIssue(parsed.error, "request"));
  return parsed.data as SaveRequest;
}
