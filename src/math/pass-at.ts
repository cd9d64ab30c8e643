/**
 * The chance that at least one of `k` answers is right, drawn without replacement from `n` of which
 * `right` are: 1 − C(n − right, k) / C(n, k), the unbiased estimate of pass@k (Chen et al. 2021,
 * "Evaluating large language models trained on code").
 */
export function passAt(
  k: number,
  { n, right }: { readonly n: number; readonly right: number },
): number {
  if (!(k >= 1 && k <= n && right >= 0 && right <= n))
    throw new RangeError(`pass@${k} of ${n} answers, ${right} of them right, is not defined`);
  let allWrong = 1;
  for (let drawn = 0; drawn < k; drawn += 1)
    allWrong *= Math.max(0, n - right - drawn) / (n - drawn);
  return 1 - allWrong;
}
