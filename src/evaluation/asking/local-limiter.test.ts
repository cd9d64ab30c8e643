import { describe, expect, it } from "vitest";
import { fakeTimer } from "../../../test/fakes/fake-timer.ts";
import type { Pace } from "../../core/asking/asked.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import { LocalLimiter } from "./local-limiter.ts";

/** A limiter with many asks waiting, each of which knows when it started. */
function crowded(most: number, isAdaptive: boolean, waiting = 200) {
  const timer = fakeTimer();
  const limiter = new LocalLimiter({ timer, most, isAdaptive });
  const started: number[] = [];
  for (let i = 0; i < waiting; i++)
    limiter
      .take(false)
      .then((at) => started.push(at))
      .catch(() => undefined);
  const release = (startedAt: number, more: { isOverloaded?: boolean; pace?: Pace } = {}) => {
    const isOverloaded = more.isOverloaded ?? false;
    limiter.release({ startedAt, isOverloaded, isAnswered: !isOverloaded, pace: more.pace });
  };
  /** Ends everything that is under way, as if after a second. */
  const round = async (more: { isOverloaded?: boolean; pace?: Pace } = {}) => {
    await timer.advance(1_000);
    for (let left = limiter.inFlight, at = timer.now() - 1_000; left > 0; left--) release(at, more);
    await timer.advance(0);
  };
  return { timer, limiter, started, release, round };
}

describe("a fixed limiter", () => {
  it("always lets as many through as allowed", async () => {
    const { limiter, round } = crowded(5, false);
    expect(limiter.inFlight).toBe(5);
    await round({ isOverloaded: true });
    expect(limiter.inFlight).toBe(5);
  });

  it("keeps still while the other side says so", async () => {
    const { limiter, timer, round } = crowded(5, false);
    await round({ isOverloaded: true, pace: { retryAfterMs: 3_000 } });
    expect(limiter.inFlight).toBe(0);
    await timer.advance(2_999);
    expect(limiter.inFlight).toBe(0);
    await timer.advance(1);
    expect(limiter.inFlight).toBe(5);
  });
});

describe("an adaptive limiter", () => {
  it("starts at half and doubles per round until it is full", async () => {
    const { limiter, round } = crowded(64, true);
    expect(limiter.inFlight).toBe(32);
    await round();
    expect(limiter.inFlight).toBe(64);
    await round();
    expect(limiter.limit).toBe(64);
  });

  it("halves once for all asks of an overload, and grows by about one per round after it", async () => {
    const { limiter, round } = crowded(64, true, 2_000);
    await round();
    await round({ isOverloaded: true });
    expect(limiter.limit).toBe(32);
    await round();
    expect(limiter.limit).toBeGreaterThanOrEqual(32);
    expect(limiter.limit).toBeLessThanOrEqual(33);
    await round({ isOverloaded: true });
    expect(limiter.limit).toBe(16);
  });

  it("never falls below one, so that it finds out when the other side is well again", async () => {
    const { limiter, round } = crowded(4, true);
    for (let i = 0; i < 5; i++) await round({ isOverloaded: true });
    expect(limiter.limit).toBe(1);
    for (let i = 0; i < 4; i++) await round();
    expect(limiter.limit).toBeGreaterThan(1);
  });

  it("finds what the other side bears, and seldom tries more: each overload costs a wait", async () => {
    const { limiter, timer, round } = crowded(16, true, 5_000);
    const bears = 5;
    let overloads = 0;
    for (let seconds = 0; seconds < 300; seconds++) {
      const isOverloaded = limiter.inFlight > bears;
      if (isOverloaded) overloads++;
      await round({ isOverloaded, ...(isOverloaded ? { pace: { retryAfterMs: 2_000 } } : {}) });
      if (isOverloaded) await timer.advance(2_000);
    }
    expect(overloads).toBeLessThan(10);
    expect(limiter.limit).toBeGreaterThanOrEqual(bears - 2);
  });

  it("goes on growing where what was too much is borne after a while", async () => {
    const { limiter, round } = crowded(8, true, 2_000);
    await round();
    await round({ isOverloaded: true });
    for (let i = 0; i < 8; i++) await round();
    expect(limiter.limit).toBe(7);
    for (let i = 0; i < 4; i++) await round();
    expect(limiter.limit).toBe(8);
  });

  it("does not grow while nobody needs it to", async () => {
    const { limiter, round } = crowded(64, true, 3);
    for (let i = 0; i < 3; i++) await round();
    expect(limiter.limit).toBe(32);
  });
});

describe("remaining requests", () => {
  it("are not exceeded before they are renewed, counting what is under way", async () => {
    const { limiter, timer, release, started } = crowded(10, false);
    await timer.advance(0);
    for (let i = 0; i < 8; i++) release(0, { pace: { remainingRequests: 5, renewedInMs: 10_000 } });
    await timer.advance(0);
    expect(limiter.inFlight).toBeLessThanOrEqual(5);
    const before = started.length;
    await timer.advance(9_999);
    expect(started).toHaveLength(before);
    await timer.advance(1);
    expect(limiter.inFlight).toBe(10);
  });

  it("are not fewer by places that were given back unused", async () => {
    const { limiter, timer, release, started } = crowded(1, false, 50);
    await timer.advance(0);
    release(0, { pace: { remainingRequests: 2, renewedInMs: 10_000 } });
    for (let left = 49; left > 0; left--) {
      await timer.advance(0);
      limiter.release({ startedAt: 0, isOverloaded: false, isAnswered: false, isUnused: true });
    }
    expect(started).toHaveLength(50);
  });

  it("do not matter where nobody says when they are renewed", async () => {
    const { limiter, round } = crowded(10, false);
    await round({ pace: { remainingRequests: 0 } });
    expect(limiter.inFlight).toBe(10);
  });
});

describe("the line", () => {
  it("lets conversations that have begun go first", async () => {
    const timer = fakeTimer();
    const limiter = new LocalLimiter({ timer, most: 1, isAdaptive: false });
    const order: string[] = [];
    await limiter.take(false);
    void limiter.take(false).then(() => order.push("fresh"));
    void limiter.take(true).then(() => order.push("ongoing"));
    limiter.release({ startedAt: 0, isOverloaded: false, isAnswered: true });
    await timer.advance(0);
    expect(order).toEqual(["ongoing"]);
  });

  it("is left by those who have not begun when the run stops, and by all when it is aborted", async () => {
    const limiter = new LocalLimiter({ timer: fakeTimer(), most: 1, isAdaptive: false });
    await limiter.take(false);
    const fresh = limiter.take(false);
    const ongoing = limiter.take(true);
    limiter.stop();
    await expect(fresh).rejects.toBeInstanceOf(Interrupted);
    await expect(limiter.take(false)).rejects.toBeInstanceOf(Interrupted);
    limiter.abort();
    await expect(ongoing).rejects.toBeInstanceOf(Interrupted);
  });

  it("is left by all who would have to wait for a limit when the run stops", async () => {
    const limiter = new LocalLimiter({ timer: fakeTimer(), most: 1, isAdaptive: false });
    await limiter.take(false);
    limiter.release({
      startedAt: 0,
      isOverloaded: true,
      isAnswered: false,
      pace: { retryAfterMs: 60_000 },
    });
    const ongoing = limiter.take(true);
    limiter.stop();
    await expect(ongoing).rejects.toBeInstanceOf(Interrupted);
  });
});

it("is shared by systems of one scope: the larger number counts", async () => {
  const timer = fakeTimer();
  const limiter = new LocalLimiter({ timer, most: 2, isAdaptive: false });
  limiter.share({ most: 4, isAdaptive: false });
  for (let i = 0; i < 9; i++) void limiter.take(false);
  expect(limiter.inFlight).toBe(4);
});
