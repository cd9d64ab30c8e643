/** What files are known to digest to, from a source that people can name. */
export interface KnownDigests {
  /** Where the digests stand, as in "differs from the digest in sums.sha256". */
  readonly list: string;
  /**
   * SHA-256 of the file that samples call so, 64 hexadecimal digits in lower case; `undefined`
   * where nothing is known of it.
   */
  sha256(path: string): string | undefined;
}

const shownDigits = 12;

/**
 * Why a file must not be shown: it is another one than was listed, or was damaged since.
 * `undefined` where nothing speaks against it.
 */
export function digestProblem(
  found: string,
  expected: string | undefined,
  list: string,
): string | undefined {
  if (expected === undefined || found === expected) return undefined;
  return `differs from the digest in ${list} (SHA-256 ${found.slice(0, shownDigits)}…, expected ${expected.slice(0, shownDigits)}…)`;
}
