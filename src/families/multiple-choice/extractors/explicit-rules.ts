import { shown } from "../../../core/asking/shown.ts";
import { isRecord } from "../../../core/json.ts";
import { allMatches } from "./all-matches.ts";
import { readStart, readWhole } from "./candidate.ts";
import type { ChoiceTexts } from "./choice-texts.ts";
import { type Reading, unreadable } from "./reading.ts";
import type { Reply } from "./reply.ts";
import { plainCharacters, withoutMarkup } from "./reply-text.ts";

const boxed = /\\f?box(?:ed)?\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const object = /\{[^{}]*\}/g;

/** Every `\boxed{…}`. */
export function readBoxed({ raw, texts }: Reply): readonly Reading[] {
  return allMatches(boxed, raw).map((match) => readValue(match[1]!, texts));
}

/**
 * Every JSON object (also with single quotes, as Python prints it) that has a key for the answer.
 */
export function readJson({ raw, texts }: Reply): readonly Reading[] {
  return allMatches(object, raw).flatMap(([text]) =>
    answerValues(text).map((value) => readValue(value, texts)),
  );
}

const answerKey =
  /^(?:final|correct|predicted|selected|chosen|best|your|my)?(?:answer|choice|option|letter|prediction)(?:letter|choice|option|text)?$/;

function answerValues(text: string): readonly unknown[] {
  const parsed = parseObject(text) ?? parseObject(plainCharacters(text));
  const entries = parsed
    ? Object.entries(parsed)
    : [...text.matchAll(/'([\w\s-]+)'\s*:\s*'([^']*)'/g)].map(
        ([, key, value]) => [key!, value] as const,
      );
  return entries
    .filter(([key]) => answerKey.test(key.toLowerCase().replace(/[^a-z]/g, "")))
    .map(([, value]) => value);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A number can be an index from 0 or from 1, so it counts only where it is the text of a choice.
 */
function readValue(value: unknown, texts: ChoiceTexts): Reading {
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const text =
    typeof single === "string"
      ? withoutMarkup(plainCharacters(single))
      : typeof single === "object"
        ? ""
        : String(single);
  return (
    readWhole(text, texts) ??
    readStart(text, texts) ??
    unreadable(`the answer ${shown(value)} is none of the choices`)
  );
}
