/**
 * The number that up to eight hexadecimal digits from `from` on stand for; 0 where there is none.
 * Every sample is sorted by its digest: no text is cut out.
 */
export function hexWord(digits: string, from: number): number {
  let word = 0;
  const end = Math.min(digits.length, from + 8);
  for (let at = from; at < end; at++) {
    const code = digits.charCodeAt(at);
    if (code >= 48 && code <= 57) word = (word << 4) | (code - 48);
    else if (code >= 97 && code <= 102) word = (word << 4) | (code - 87);
    else break;
  }
  return word >>> 0;
}
