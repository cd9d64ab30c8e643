import { fileMd5 } from "../files/content-digest.ts";

/** What files are known to digest to, from a source that people can name. */
export interface KnownDigests {
  /** Where the digests stand, as in "differs from the digest in sums.sha256". */
  readonly list: string;
  /**
   * SHA-256 (64 hexadecimal digits in lower case) or MD5 (32) of the file that samples call so;
   * `undefined` where nothing is known of it.
   */
  digest(path: string): string | undefined;
}

const shownDigits = 12;
const md5Digits = 32;

/** A file that was digested. */
export interface DigestedFile {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Why a file must not be shown: it is another one than was listed, or was damaged since.
 * `undefined` where nothing speaks against it. Where the list has its MD5, it is read once more.
 */
export async function digestProblem(
  { path, sha256 }: DigestedFile,
  expected: string | undefined,
  list: string,
): Promise<string | undefined> {
  if (expected === undefined) return undefined;
  const isMd5 = expected.length === md5Digits;
  const found = isMd5 ? await fileMd5(path) : sha256;
  if (found === expected) return undefined;
  return `differs from the digest in ${list} (${isMd5 ? "MD5" : "SHA-256"} ${found.slice(0, shownDigits)}…, expected ${expected.slice(0, shownDigits)}…)`;
}
