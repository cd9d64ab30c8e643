/** What METEOR needs to know of one segment: counts that add up over segments. */
export interface MeteorStatistics {
  readonly candidateLength: number;
  readonly referenceLength: number;
  readonly candidateFunctionWords: number;
  readonly referenceFunctionWords: number;
  /** Matched words that are no function words, by matcher: exact, stem, synonym, paraphrase. */
  readonly candidateContent: readonly number[];
  readonly referenceContent: readonly number[];
  /** Matched function words, by matcher. */
  readonly candidateFunction: readonly number[];
  readonly referenceFunction: readonly number[];
  /** Runs of matches that are adjacent and in the same order in both texts. */
  readonly chunks: number;
}

/** The free parameters of METEOR. */
export interface MeteorParameters {
  /** How much more recall counts than precision. */
  readonly alpha: number;
  /** How steeply and how strongly fragmentation is punished. */
  readonly beta: number;
  readonly gamma: number;
  /** What a content word counts; a function word counts 1 − `delta`. */
  readonly delta: number;
  /** What a word matched by each matcher counts: exact, stem, synonym, paraphrase. */
  readonly weights: readonly number[];
}

/** Those of METEOR 1.5 for English, tuned to rank systems. */
export const meteorParameters: MeteorParameters = {
  alpha: 0.85,
  beta: 0.2,
  gamma: 0.6,
  delta: 0.75,
  weights: [1, 0.6, 0.8, 0.6],
};

/** Everything matched in a single chunk, which METEOR does not punish. */
export function isWhole({
  candidateLength,
  referenceLength,
  chunks,
  ...counts
}: MeteorStatistics): boolean {
  const matched = sum(counts.candidateContent) + sum(counts.candidateFunction);
  const matchedInReference = sum(counts.referenceContent) + sum(counts.referenceFunction);
  return chunks === 1 && matched === candidateLength && matchedInReference === referenceLength;
}

/**
 * The score of counts, of one segment or summed; 0 where nothing matches or there is nothing to
 * match, as in METEOR.
 */
export function meteorScore(
  statistics: MeteorStatistics,
  { alpha, beta, gamma, delta, weights }: MeteorParameters,
): number {
  const {
    candidateLength,
    referenceLength,
    candidateFunctionWords,
    referenceFunctionWords,
    chunks,
  } = statistics;
  const { candidateContent, candidateFunction, referenceContent, referenceFunction } = statistics;
  const weighted = (content: readonly number[], words: readonly number[]) =>
    dot(content, weights) * delta + dot(words, weights) * (1 - delta);
  const weightedLength = (length: number, functionWords: number) =>
    delta * (length - functionWords) + (1 - delta) * functionWords;
  const precision =
    weighted(candidateContent, candidateFunction) /
    weightedLength(candidateLength, candidateFunctionWords);
  const recall =
    weighted(referenceContent, referenceFunction) /
    weightedLength(referenceLength, referenceFunctionWords);
  if (!(precision > 0) || !(recall > 0)) return 0;
  const mean = 1 / ((1 - alpha) / precision + alpha / recall);
  const matched =
    (sum(candidateContent) +
      sum(candidateFunction) +
      sum(referenceContent) +
      sum(referenceFunction)) /
    2;
  const fragmentation = isWhole(statistics) ? 0 : chunks / matched;
  return Math.max(0, mean * (1 - gamma * fragmentation ** beta));
}

function sum(counts: readonly number[]): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

function dot(counts: readonly number[], weights: readonly number[]): number {
  let total = 0;
  for (let i = 0; i < counts.length; i++) total += counts[i]! * weights[i]!;
  return total;
}
