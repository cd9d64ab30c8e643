import type { ScratchMaker } from "../../core/data/scratch.ts";
import { signature } from "../../core/scores/signature.ts";
import { ptbName, ptbText } from "../text/ptb-tokenize.ts";
import { type PairLists, streamKeeper, withKeptLists } from "./kept-evidence.ts";
import {
  type Matching,
  type MatchSettings,
  matchUtterances,
  type Similarity,
  type Utterance,
} from "./match-utterances.ts";
import { inOneLine } from "./text-lines.ts";

/**
 * A reference utterance; its label tells kinds of utterances apart, such as
 * `initiative|instruction`.
 */
interface LabelledUtterance extends Utterance {
  readonly label?: string | undefined;
}

/** What the matching reads of one stream. */
export interface SpokenStream {
  /** Name of the set it belongs to; empty where it has none. */
  readonly dataset: string;
  readonly frameCount: number;
  readonly framesPerSecond: number;
  readonly generated: readonly Utterance[];
  readonly references: readonly LabelledUtterance[];
}

/**
 * What came of matching one stream, enough for every score: of each matched pair, in the order of
 * the predictions, how similar it is, how many seconds the prediction is late (negative: early),
 * the words of both sides and the reference's label. Texts are PTB tokens, ready for text metrics,
 * one line each. All lists are kept as bytes, since all streams' evidence is kept, and made when
 * they are read: see `withKeptLists`.
 */
export interface DialogueEvidence extends PairLists {
  readonly dataset: string;
  readonly redundant: number;
  /**
   * How many of the redundant ones found no frame at all, because the rule of zero costs dropped
   * it.
   */
  readonly unassigned: number;
}

/** Every parameter of a matching, for signatures. */
export function matchSignature(
  settings: Omit<MatchSettings, "left" | "right"> & {
    readonly window: string;
    readonly similarity: string;
  },
): string {
  return signature("utterance-match", 1, {
    ...settings,
    solver: "exact",
    costs: "float32",
    tokens: ptbName,
  });
}

/** Matches streams and keeps what the scores need, in memory unless a scratch is lent. */
export function streamEvidence(
  makeScratch?: ScratchMaker,
): (stream: SpokenStream, settings: MatchSettings, similarity: Similarity) => DialogueEvidence {
  const keep = streamKeeper(makeScratch);
  const [said, wanted] = [lastTokens(), lastTokens()];
  return (stream, settings, similarity) => {
    const { matched, missed, redundant, unassigned } = matchStream(stream, settings, similarity);
    const { dataset, generated, references, framesPerSecond } = stream;
    const [saidAt, wantedAt] = [said(generated), wanted(references)];
    const texts = [
      ...matched.flatMap((pair) => [saidAt(pair.generated), wantedAt(pair.reference)]),
      ...missed.map((place) => wantedAt(place)),
    ];
    const pairs = {
      meanings: matched.map(({ semantic }) => 1 - semantic),
      framesLate: matched.map(
        (pair) => generated[pair.generated]!.frame - references[pair.reference]!.frame,
      ),
      labels: matched.map((pair) => references[pair.reference]!.label ?? ""),
      missedLabels: missed.map((place) => references[place]!.label ?? ""),
    };
    return withKeptLists(keep({ texts, pairs, framesPerSecond }), {
      dataset,
      redundant: redundant.length,
      unassigned,
    });
  };
}

/**
 * The tokens of utterances by their places, read once for the last list of them: a stream may be
 * matched in several ways.
 */
function lastTokens(): (utterances: readonly Utterance[]) => (place: number) => string {
  let last: readonly Utterance[] | undefined;
  let known: (string | undefined)[] = [];
  return (utterances) => {
    if (utterances !== last) known = [];
    last = utterances;
    return (place) => {
      known[place] ??= inOneLine(ptbText(utterances[place]!.text));
      return known[place];
    };
  };
}

export interface PartialMatching extends Matching {
  readonly unassigned: number;
}

/**
 * Matches as many predictions as can be given a frame; the others, at which the original stops with
 * an error, count as redundant.
 */
export function matchStream(
  stream: SpokenStream,
  settings: MatchSettings,
  similarity: Similarity,
): PartialMatching {
  const kept = stream.generated.map((_, place) => place);
  const left: number[] = [];
  for (;;) {
    const matching = matchUtterances(
      { ...stream, generated: kept.map((place) => stream.generated[place]!) },
      settings,
      (row, reference) => similarity(kept[row]!, reference),
    );
    if (!("unassignable" in matching))
      return {
        matched: matching.matched.map((pair) => ({ ...pair, generated: kept[pair.generated]! })),
        missed: matching.missed,
        redundant: [...matching.redundant.map((row) => kept[row]!), ...left],
        unassigned: left.length,
      };
    left.push(...kept.splice(matching.unassignable, 1));
  }
}
