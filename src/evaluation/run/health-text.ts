import type { SystemHealth } from "../../engine/health-watch.ts";

/**
 * What people read when a system is down, back or given up; `now` is the wall clock in
 * milliseconds.
 */
export function healthText(
  { state, system, server, reason, forMs }: SystemHealth,
  now: number,
): string {
  const what = server === undefined ? system : `${server} of ${system}`;
  const since = new Date(now - forMs).toTimeString().slice(0, 8);
  if (state === "held")
    return `warning: ${what} is down since ${since}: ${reason}; ${server === undefined ? "" : "others are asked instead; "}probing it with single requests`;
  if (state === "back") return `${what} replies again; it was down since ${since}`;
  return `warning: ${what} is not asked any more: ${reason}`;
}
