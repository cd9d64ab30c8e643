import { shown } from "../../../core/asking/shown.ts";
import { answered, noAnswer, type Outcome } from "../../../core/run/outcome.ts";
import { foldChoice } from "../choice-set.ts";
import type { ChoicePrediction } from "../schema.ts";

/**
 * OpenSeeSimE's own reading: the first line must be a choice, without regard to case and outer
 * space and otherwise exactly; the rest is the explanation. Of choices that differ only in case or
 * space the first wins.
 */
export function readStrict(text: string, choices: readonly string[]): Outcome<ChoicePrediction> {
  const { line, rest } = splitFirstLine(text);
  const folded = foldChoice(line);
  const choice = choices.findIndex((each) => foldChoice(each) === folded);
  if (choice < 0)
    return noAnswer("unparsed", `the first line ${shown(line)} is none of the choices`);
  return answered({
    choice,
    rule: "verbatim",
    ...(rest === "" ? undefined : { explanation: rest }),
  });
}

/** The first line of a reply and what follows it, both without outer space. */
export function splitFirstLine(text: string): { readonly line: string; readonly rest: string } {
  const trimmed = text.trim();
  const end = trimmed.indexOf("\n");
  return end < 0
    ? { line: trimmed, rest: "" }
    : { line: trimmed.slice(0, end).trim(), rest: trimmed.slice(end + 1).trim() };
}
