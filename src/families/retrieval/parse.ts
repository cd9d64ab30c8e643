import { z } from "zod";
import { isRecord } from "../../core/json.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { RetrievalPrediction } from "./schema.ts";

const span = z
  .looseObject({ start: z.number(), end: z.number() })
  .refine(({ start, end }) => end >= start, { error: "ends before it starts" });
const momentsSchema = z.preprocess(
  listIn,
  z.array(span.and(z.looseObject({ score: z.number().optional() }))),
);
const answerSchema = z.looseObject({
  answer: z.string(),
  citations: z.array(span).default([]),
  confidence: z.number().optional(),
});

/** Where a model may only speak in objects, the list stands in one: its only member. */
function listIn(value: unknown): unknown {
  const members = isRecord(value) ? Object.values(value) : [];
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : value;
}

/** Reads the JSON list of moments in a reply; nothing is guessed. */
export function readMoments(text: string): Outcome<RetrievalPrediction["clips"]> {
  const moments = readJson(text, momentsSchema, "list of moments");
  if (moments.kind !== "answered") return moments;
  return answered(
    moments.value.map(({ start, end, score }) => ({
      endSeconds: end,
      ...(score === undefined ? {} : { score }),
      startSeconds: start,
    })),
  );
}

export type ReadAnswer = Required<Pick<RetrievalPrediction, "answer" | "citations">> &
  Pick<RetrievalPrediction, "confidence">;

/** Reads the answer and its citations; nothing is guessed. */
export function readAnswer(text: string): Outcome<ReadAnswer> {
  const read = readJson(text, answerSchema, "answer");
  if (read.kind !== "answered") return read;
  const { answer, citations, confidence } = read.value;
  return answered({
    answer,
    citations: citations.map(({ start, end }) => ({ endSeconds: end, startSeconds: start })),
    ...(confidence === undefined ? {} : { confidence }),
  });
}

/**
 * The JSON in a reply: the whole of it, what stands in a code fence, or from the first bracket to
 * its last counterpart. The first that is JSON decides.
 */
export function readJson<T>(text: string, schema: z.ZodType<T>, name: string): Outcome<T> {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const list = text.slice(text.indexOf("["), text.lastIndexOf("]") + 1);
  const object = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  const isObjectFirst = text.indexOf("{") < text.indexOf("[") || !text.includes("[");
  for (const candidate of [text, fenced, ...(isObjectFirst ? [object, list] : [list, object])]) {
    const value = jsonIn(candidate);
    if (value === undefined) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) return answered(parsed.data);
    const { path = [], message = "" } = parsed.error.issues[0] ?? {};
    return noAnswer(
      "unparsed",
      `the reply holds no JSON ${name}: ${path.length === 0 ? "" : `${path.join(".")}: `}${message}`,
    );
  }
  return noAnswer("unparsed", `the reply holds no JSON ${name}`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}
