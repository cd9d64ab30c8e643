/** A signal that is given once all of these are. */
export function allAborted(
  signals: readonly AbortSignal[],
): Disposable & { readonly signal: AbortSignal } {
  const all = new AbortController();
  const different = [...new Set(signals)];
  const check = () => {
    if (different.every(({ aborted }) => aborted)) all.abort();
  };
  for (const signal of different) signal.addEventListener("abort", check);
  check();
  return {
    signal: all.signal,
    [Symbol.dispose]() {
      for (const signal of different) signal.removeEventListener("abort", check);
    },
  };
}
