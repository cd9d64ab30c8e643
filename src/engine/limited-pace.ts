import type { Asked, Pace } from "../core/asking/asked.ts";
import type { Turn } from "./answer.ts";

type Patience = Pick<Turn, "limitMs">;

/**
 * Why a system should not be asked any more after such an answer: it rejects us, or wants to be
 * left alone for longer than a sample may take.
 */
export function reasonToStop(asked: Asked<unknown>, patience: Patience): string | undefined {
  if (asked.kind !== "failed") return undefined;
  if (asked.cause === "auth") return asked.reason;
  const waitMs = asked.pace?.retryAfterMs;
  if (!isUnbearable(waitMs, patience)) return undefined;
  const minutes = Math.ceil(waitMs / 60_000);
  return `${asked.reason} (wants to be left alone for ${minutes} minutes, longer than a sample may take; run again then)`;
}

/**
 * The part of a pace that can be waited for. A daily quota that is used up, for example, would delay
 * all asks for hours: callers get it as a reason, and the system is not asked any more.
 */
export function limitedPace(
  { retryAfterMs, remainingRequests, renewedInMs, ...rest }: Pace,
  patience: Patience,
): Pace {
  const isRenewed =
    remainingRequests !== undefined &&
    renewedInMs !== undefined &&
    !isUnbearable(renewedInMs, patience);
  return {
    ...rest,
    ...(retryAfterMs === undefined || isUnbearable(retryAfterMs, patience) ? {} : { retryAfterMs }),
    ...(isRenewed ? { remainingRequests, renewedInMs } : {}),
  };
}

function isUnbearable(
  waitMs: number | undefined,
  { limitMs = Number.POSITIVE_INFINITY }: Patience,
): waitMs is number {
  return waitMs !== undefined && waitMs > limitMs;
}
