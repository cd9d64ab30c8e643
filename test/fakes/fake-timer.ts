import type { Timer } from "../../src/core/asking/timer.ts";

/** A clock for tests that stands still until it is told to go on. */
export function fakeTimer(): Timer & { advance(ms: number): Promise<void> } {
  let now = 0;
  let alarms: { readonly at: number; readonly action: () => void }[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => now,
    after(ms, action) {
      const alarm = { at: now + ms, action };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((one) => one !== alarm);
      };
    },
    breath: () => Promise.resolve(),
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = alarms.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        alarms = alarms.filter((one) => one !== next);
        next.action();
        await settle();
      }
      now = end;
    },
  };
}
