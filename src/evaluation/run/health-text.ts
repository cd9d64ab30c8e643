import type { SystemHealth } from "../../engine/health-watch.ts";

/**
 * What people read when a system is down, back or given up; `now` is the wall clock in
 * milliseconds.
 */
export function healthText({ state, system, reason, forMs }: SystemHealth, now: number): string {
  const since = new Date(now - forMs).toTimeString().slice(0, 8);
  if (state === "held")
    return `warning: ${system} is down since ${since}: ${reason}; probing it with single requests`;
  if (state === "back") return `${system} replies again; it was down since ${since}`;
  return `warning: ${system} is not asked any more: ${reason}`;
}
