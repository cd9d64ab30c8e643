import type { KnownNoise } from "../../scoring/comparison/with-noise.ts";
import type { PlannedEvidence } from "../../scoring/evidence/planned-set.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";

/** What one system's scores on one task are computed from. */
export interface GatheredSystem {
  readonly task: string;
  readonly system: string;
  readonly scored: PlannedEvidence;
  /** How much its scores move when the same is asked again, where a selfcheck says so. */
  readonly noise?: KnownNoise;
  readonly scoring: {
    readonly unanswered: UnansweredPolicy;
    readonly family: { readonly id: string };
    /** What resamples were drawn with where it was scored; absent where that is not known. */
    readonly seed?: number;
  };
}

/** Something that was named to be compared, with what was found in it. */
export interface GatheredSource {
  /** As it was named. */
  readonly source: string;
  readonly systems: readonly GatheredSystem[];
}
