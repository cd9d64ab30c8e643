import { answered, noAnswer, type Outcome } from "../../../core/run/outcome.ts";
import { foldChoice } from "../choice-set.ts";
import type { ChoicePrediction } from "../schema.ts";

/**
 * The cascade by which the OpenSeeSimE pilot reads a reply as true or false. Its last step, which
 * of the letters t and f occurs, says nothing where both or neither do: here that is unparsed.
 */
export function readSeesimPilot(
  text: string,
  choices: readonly string[],
): Outcome<ChoicePrediction> {
  const folded = choices.map(foldChoice);
  const [isTrue, isFalse] = [folded.indexOf("true"), folded.indexOf("false")];
  if (isTrue < 0 || isFalse < 0)
    return noAnswer(
      "unparsed",
      "the extractor seesim-pilot reads only questions with the choices True and False",
    );
  const said = saidOf(text.trim().toLowerCase());
  return said
    ? answered({ choice: said.value ? isTrue : isFalse, rule: said.rule })
    : noAnswer("unparsed", "the reply says neither true nor false");
}

function saidOf(text: string): { readonly value: boolean; readonly rule: string } | undefined {
  const [hasTrue, hasFalse] = [text.includes("true"), text.includes("false")];
  if (hasTrue !== hasFalse) return { value: hasTrue, rule: "word" };
  if (text.startsWith("t")) return { value: true, rule: "first-letter" };
  if (text.startsWith("f")) return { value: false, rule: "first-letter" };
  const [hasT, hasF] = [text.includes("t"), text.includes("f")];
  return hasT === hasF ? undefined : { value: hasT, rule: "any-letter" };
}
