import { z } from "zod";
import type {
  AcceptedChoices,
  AcceptedValues,
  MetricOption,
  NumberRange,
} from "../../metrics/metric-option.ts";

/**
 * The schema of a declared option of metrics, for families that let tasks set it: the same names
 * and values as in `vidimus metric`.
 */
export function metricOptionSchema<Value>(option: MetricOption<string, Value>): z.ZodType<Value> {
  const { meaning } = option;
  const schema =
    option.accepts.kind === "numbers"
      ? numbersSchema(option, option.accepts)
      : plainSchema(option.accepts);
  return schema.describe(
    `${meaning[0]!.toUpperCase()}${meaning.slice(1)}.`,
  ) as unknown as z.ZodType<Value>;
}

function plainSchema(accepts: Exclude<AcceptedValues, { readonly kind: "numbers" }>): z.ZodType {
  switch (accepts.kind) {
    case "number":
      return accepts.words.length === 0
        ? numberSchema(accepts)
        : z.union([numberSchema(accepts), z.enum(accepts.words)]);
    case "choice":
      return choiceSchema(accepts);
    case "switch":
      return z.boolean();
    case "names":
      return z.array(z.string().min(1)).min(1);
    case "text":
      return z.string().min(1);
  }
}

/** A list, one number, or the notation of the command line. */
function numbersSchema({ parse, expects }: MetricOption, range: NumberRange): z.ZodType {
  const number = numberSchema(range);
  const text = z
    .string()
    .refine((written) => parse(written) !== undefined, { error: `expected ${expects}` });
  return z.union(
    [
      z.array(number).min(1),
      number.transform((one) => [one]),
      text.transform((written) => parse(written)),
    ],
    { error: `expected ${expects}` },
  );
}

/** Names that other programs have for the choices become our own. */
function choiceSchema({ choices, otherNames }: AcceptedChoices): z.ZodType {
  const others = Object.keys(otherNames);
  if (others.length === 0) return z.enum(choices);
  return z.enum([...choices, ...others]).transform((name) => otherNames[name] ?? name);
}

function numberSchema({ isAboveZero, least, most, isWhole }: NumberRange): z.ZodNumber {
  let schema: z.ZodNumber = isWhole ? z.int() : z.number();
  if (isAboveZero) schema = schema.gt(0);
  if (least !== undefined) schema = schema.min(least);
  return most === undefined ? schema : schema.max(most);
}
