import type { Family } from "../../src/core/family.ts";

type Facet = ReturnType<Family["scoring"]>;

/** A family that scores as it does but for some members, which may be made from its own. */
export function withScoring(
  family: Family,
  change: (own: Facet, options: unknown) => Partial<Facet>,
): Family {
  return {
    ...family,
    scoring(options, lent) {
      const own = family.scoring(options, lent);
      return { ...own, ...change(own, options) };
    },
  };
}
