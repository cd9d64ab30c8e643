/** Uniform numbers in [0, 1); always seeded by the caller. */
export type Random = () => number;
