import type { TokenUsage } from "./asked.ts";

/** No request holds so many tokens. */
const tooMany = 1e8;

/**
 * Whether token counts can be true: whole numbers, none negative, none beyond what a request can
 * hold.
 */
export function isValidUsage(usage: TokenUsage): boolean {
  return Object.values(usage as Readonly<Record<string, unknown>>).every(
    (count) =>
      count === undefined ||
      (Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) < tooMany),
  );
}
