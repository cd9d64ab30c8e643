import { describe, expect, it } from "vitest";
import type { ProgressEvent } from "./evaluation-event.ts";
import { ProgressMeter } from "./progress-meter.ts";

/** What a meter reports whose clock stands still: only what it reports in any case. */
function reported(use: (meter: ProgressMeter) => void): readonly ProgressEvent[] {
  const events: ProgressEvent[] = [];
  const meter = new ProgressMeter(
    (event) => event.type === "progress" && events.push(event),
    () => 0,
  );
  use(meter);
  meter[Symbol.dispose]();
  meter[Symbol.dispose]();
  return events;
}

describe("a meter of progress", () => {
  it("reports final totals once, however fast everything went", () => {
    const events = reported((meter) => {
      meter.expect(3, { system: "a" });
      for (let at = 0; at < 3; at++) meter.settled("answered", true, "a");
    });
    expect(events).toHaveLength(1);
    expect(events[0]!.systems).toMatchObject([
      { system: "a", expected: 3, isGrowing: false, settled: 3, outcomes: { answered: 3 } },
    ]);
  });

  it("counts what is read where nothing was expected, and nothing twice where it was", () => {
    const [{ systems }] = reported((meter) => {
      meter.expect(3, { system: "counted" });
      meter.read(3, "counted");
      meter.read(2, "read");
      meter.read(2, "read");
    }) as [ProgressEvent];
    expect(systems.map(({ system, expected }) => [system, expected])).toEqual([
      ["counted", 3],
      ["read", 4],
    ]);
  });

  it("reports nothing where nothing was counted", () => {
    expect(reported(() => undefined)).toEqual([]);
  });
});
