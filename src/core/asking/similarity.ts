/** Asks how similar the two texts of each pair are in meaning. */
export interface SimilarityAsk {
  readonly pairs: readonly (readonly [generated: string, reference: string])[];
}

/** Cosines in the order of the pairs, from −1 to 1, in single precision. */
export interface SimilarityReply {
  readonly cosines: readonly number[];
}
