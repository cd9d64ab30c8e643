import { describe, expect, it } from "vitest";
import { ActivityClock, timedAsks, timedBatches } from "./activity-clock.ts";

function fakeClocks() {
  const at = { now: 0, active: 0 };
  const clock = new ActivityClock({ now: () => at.now, activeMs: () => at.active });
  /** Lets time pass, during part of which the program computes. */
  const pass = (ms: number, activeMs = 0) => {
    at.now += ms;
    at.active += activeMs;
  };
  return { clock, pass };
}

describe("the clock of activities", () => {
  it("shares overlapping time in equal parts, so that all parts add up to the whole", () => {
    const { clock, pass } = fakeClocks();
    const asking = clock.begin("asking");
    pass(1_000);
    const decoding = clock.begin("decoding");
    const second = clock.begin("decoding");
    pass(2_000);
    decoding[Symbol.dispose]();
    pass(4_000);
    asking[Symbol.dispose]();
    pass(8_000);
    second[Symbol.dispose]();
    const { seconds, activities, otherSeconds, idleSeconds } = clock.wallTime();
    expect(activities.asking).toEqual({ busySeconds: 7, seconds: 4 });
    expect(activities.decoding).toEqual({ busySeconds: 14, seconds: 11 });
    expect(activities.reading).toEqual({ busySeconds: 0, seconds: 0 });
    expect([seconds, otherSeconds, idleSeconds]).toEqual([15, 0, 0]);
  });

  it("splits the rest into computing and waiting", () => {
    const { clock, pass } = fakeClocks();
    pass(3_000, 1_000);
    {
      using _ = clock.begin("scoring");
      pass(5_000, 5_000);
    }
    pass(1_000, 0);
    expect(clock.wallTime()).toMatchObject({ seconds: 9, otherSeconds: 1, idleSeconds: 3 });
  });

  it("counts waiting for the next batch as reading, and not what is done with it", async () => {
    const { clock, pass } = fakeClocks();
    async function* batches() {
      for (const batch of ["a", "b"]) {
        pass(100);
        yield batch;
      }
      pass(10);
    }
    const seen: string[] = [];
    for await (const batch of timedBatches(batches(), clock)) {
      seen.push(batch);
      pass(1_000);
    }
    expect(seen).toEqual(["a", "b"]);
    expect(clock.wallTime().activities.reading.seconds).toBeCloseTo(0.21);
  });

  it("tells grading from asking by whom is asked", () => {
    const { clock, pass } = fakeClocks();
    const onAsk = timedAsks(clock, { graders: [{ id: "judge" }] });
    for (const [id, ms] of [["judge", 200] as const, ["model", 1_000] as const]) {
      using _ = onAsk({ id });
      pass(ms);
    }
    const { asking, grading } = clock.wallTime().activities;
    expect([asking.seconds, grading.seconds]).toEqual([1, 0.2]);
  });

  it("stops reading where the reader leaves early", async () => {
    const { clock, pass } = fakeClocks();
    async function* batches() {
      pass(100);
      yield "a";
      yield "b";
    }
    using other = clock.begin("reading");
    for await (const _ of timedBatches(batches(), clock)) break;
    pass(1_000);
    other[Symbol.dispose]();
    pass(1_000);
    expect(clock.wallTime().activities.reading.seconds).toBeCloseTo(1.1);
  });
});
