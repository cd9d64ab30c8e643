/**
 * Remembers what was made of a set of evidence, for as long as that set lives: scores that share
 * statistics compute them once.
 */
export function oncePerEvidence<Evidence, T>(
  make: (evidence: Iterable<Evidence>) => T,
): (evidence: Iterable<Evidence>) => T {
  const known = new WeakMap<Iterable<Evidence>, { readonly made: T }>();
  return (evidence) => {
    let entry = known.get(evidence);
    if (!entry) {
      entry = { made: make(evidence) };
      known.set(evidence, entry);
    }
    return entry.made;
  };
}
