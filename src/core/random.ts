/** Uniform numbers in [0, 1); always seeded by whoever hands it in. */
export type Random = () => number;
