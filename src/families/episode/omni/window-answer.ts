import { isRecord } from "../../../core/json.ts";
import type { WindowAnswer } from "../schema.ts";

/** What an omni model is asked to answer, as one JSON object. */
export const answerKeys = [
  "action",
  "subtask",
  "objects",
  "contact",
  "transition",
  "next_action",
  "evidence_window",
] as const;

/** More objects than this are not read. */
const mostObjects = 8;

/** An answer as it was read, and whether all seven keys were there. */
export interface ReadAnswer {
  readonly answer: WindowAnswer;
  readonly isComplete: boolean;
}

/**
 * Reads a reply: without a fence around it, whole, or from its first brace to its last. `undefined`
 * where it holds no JSON object.
 */
export function readAnswer(reply: unknown): ReadAnswer | undefined {
  const fields = isRecord(reply) ? reply : typeof reply === "string" ? jsonIn(reply) : undefined;
  if (!fields) return undefined;
  return {
    answer: answerOf(fields),
    isComplete: answerKeys.every((key) => fields[key] !== undefined),
  };
}

export function answerOf(fields: Readonly<Record<string, unknown>>): WindowAnswer {
  const text = (value: unknown) =>
    typeof value === "string"
      ? value.trim()
      : typeof value === "boolean"
        ? value
          ? "yes"
          : "no"
        : typeof value === "number"
          ? String(value)
          : null;
  const { objects } = fields;
  return {
    action: text(fields.action),
    contact: text(fields.contact),
    nextAction: text(fields.next_action),
    objects: Array.isArray(objects)
      ? objects
          .slice(0, mostObjects)
          .flatMap((name) => (typeof name === "string" && name.trim() !== "" ? [name.trim()] : []))
      : [],
    subtask: text(fields.subtask),
    transition: text(fields.transition),
  };
}

function jsonIn(reply: string): Readonly<Record<string, unknown>> | undefined {
  const bare = reply
    .trim()
    .replace(/^```[a-z]*\s*/i, "")
    .replace(/\s*```$/, "");
  const [first, last] = [bare.indexOf("{"), bare.lastIndexOf("}")];
  for (const text of [bare, first >= 0 && last > first ? bare.slice(first, last + 1) : ""]) {
    const value = parsed(text);
    if (isRecord(value)) return value;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The label that a text means: one of the options as it is, in another case, or as a part of the
 * text; else the text itself.
 */
export function matchLabel(text: string | null, options: readonly string[]): string | null {
  if (text === null) return null;
  const folded = text.trim().toLowerCase();
  return (
    options.find((option) => option === text) ??
    options.find((option) => option.toLowerCase() === folded) ??
    options.find((option) => option !== "" && folded.includes(option.toLowerCase())) ??
    text
  );
}
