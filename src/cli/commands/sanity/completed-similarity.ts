import type { SimilarityAsk } from "../../../core/asking/similarity.ts";
import type { SimilaritySystem } from "../../../core/asking/system.ts";
import { answered } from "../../../core/run/outcome.ts";
import { lexicalSimilarity } from "../../../metrics/dialogue/lexical-similarity.ts";
import type { Utterance } from "../../../metrics/dialogue/match-utterances.ts";

export interface CompletedSimilarity {
  readonly system: SimilaritySystem;
  /** How many pairs were compared, and how many of them by the system itself. */
  readonly compared: { readonly pairs: number; readonly known: number };
}

/**
 * What compares only some texts, as a recorded table does, completed for texts that were made up:
 * equal texts are alike by definition (1), others as alike as their words. What knows the pair is
 * asked.
 */
export function completedSimilarity(given: SimilaritySystem): CompletedSimilarity {
  const compared = { pairs: 0, known: 0 };
  const standIn = standIns();
  const one = async ({ pairs }: SimilarityAsk, signal: AbortSignal) => {
    const isKnown = pairs.map(
      ([generated, reference]) => given.knows?.(generated, reference) ?? true,
    );
    const known = pairs.filter((_, at) => isKnown[at]);
    compared.pairs += pairs.length;
    compared.known += known.length;
    const reply = (await given.ask([{ pairs: known }], signal))[0]!;
    if (reply.kind !== "answered") return reply;
    const cosines = reply.value.cosines.values();
    const others = standIn(pairs.filter((_, at) => !isKnown[at])).values();
    return answered({
      cosines: pairs.map((_, at) => (isKnown[at] ? cosines : others).next().value!),
    });
  };
  return {
    compared,
    system: { ...given, ask: (asks, signal) => Promise.all(asks.map((ask) => one(ask, signal))) },
  };
}

/** Texts stand in many pairs, so that each is looked at once for all of them. */
function standIns(): (pairs: SimilarityAsk["pairs"]) => readonly number[] {
  const byWords = lexicalSimilarity();
  return (pairs) => {
    const generated = placesOf(pairs.map(([said]) => said));
    const references = placesOf(pairs.map(([, wanted]) => wanted));
    const compare = byWords(utterances(generated), utterances(references));
    return pairs.map(([said, wanted]) =>
      said === wanted ? 1 : compare(generated.get(said)!, references.get(wanted)!),
    );
  };
}

function placesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(texts)].map((text, at) => [text, at]));
}

function utterances(places: ReadonlyMap<string, number>): readonly Utterance[] {
  return [...places].map(([text, frame]) => ({ frame, text }));
}
