/** 10⁰ to 10²²: the powers of ten that a double holds exactly. */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
const mostDigits = 15;
const minus = 45;
const point = 46;
const zero = 48;

/**
 * The double nearest to what is written between two places, as `Number` reads it; NaN where that is
 * no number. Up to 15 digits without an exponent make an exact integer, which divided by an exact
 * power of ten is rounded once and so right (Clinger, PLDI 1990); the rest is left to `Number`.
 */
export function decimalNumber(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === minus;
  let digits = 0;
  let mantissa = 0;
  let fraction = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const digit = bytes[at]! - zero;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digits++;
    } else if (bytes[at] === point && fraction < 0) fraction = digits;
    else return slowly(bytes, start, end);
  }
  if (digits === 0 || digits > mostDigits) return slowly(bytes, start, end);
  const value = fraction < 0 ? mantissa : mantissa / powers[digits - fraction]!;
  return isNegative ? -value : value;
}

function slowly(bytes: Uint8Array, start: number, end: number): number {
  return start === end ? Number.NaN : Number(new TextDecoder().decode(bytes.subarray(start, end)));
}
