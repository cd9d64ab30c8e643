import fc from "fast-check";

/**
 * Property tests draw the same cases on every machine, so that a green commit stays green.
 * `VIDIMUS_PROPERTY_SEED=random` draws new ones, and `VIDIMUS_PROPERTY_RUNS` more of them; a
 * failure names the seed that repeats it.
 */
const { VIDIMUS_PROPERTY_SEED: seed = "20260101", VIDIMUS_PROPERTY_RUNS: runs } = process.env;

fc.configureGlobal({
  ...(seed === "random" ? {} : { seed: Number(seed) }),
  ...(runs === undefined ? {} : { numRuns: Number(runs) }),
});
