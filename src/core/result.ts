/** Either a value or the reason why there is none, for readers of data that somebody else wrote. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failure<T = never>(reason: string): Result<T> {
  return { ok: false, reason };
}
