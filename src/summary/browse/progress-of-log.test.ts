import { describe, expect, it } from "vitest";
import { failed, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { RunEvent } from "../../core/run/run-event.ts";
import { workKey } from "../../core/run/work.ts";
import type { AskingNow } from "./live-progress.ts";
import { ProgressOfLog } from "./progress-of-log.ts";

const cell = "00000000000000aa";
const other = "00000000000000bb";
const key = (sample: number, of = cell) => workKey(of, String(sample).padStart(32, "0"));
const yes: Outcome<unknown> = { kind: "answered", value: 1 };

const start: readonly RunEvent[] = [
  // 48 bytes: three samples.
  note("data", { task: "t", selection: "{}", part: 0, of: 1, samples: "A".repeat(64) }),
  note("cell", { task: "t", system: "s", digest: cell, model: "m" }),
  note("cell", { task: "t", system: "base", digest: other }),
];

function note(name: string, data: Record<string, string | number | null>): RunEvent {
  return { event: "note", note: name, data, at: 0 };
}

function ended(sample: number, at: number, outcome = yes, of = cell): RunEvent {
  const work = { key: key(sample, of), attempt: 1, task: "t", system: "s", sample: `q${sample}` };
  return { event: "outcome", ...work, outcome, at };
}

function replied(sample: number, at: number, more: object = {}): RunEvent {
  const place = { attempt: 1, step: 0, position: 0, ask: "a" };
  return { event: "reply", key: key(sample), ...place, outcome: yes, at, ...more };
}

function progressAt(now: number, events: readonly RunEvent[], spec = {}, asking?: AskingNow) {
  const log = new ProgressOfLog({ spec });
  for (const event of events) log.take(event);
  return log.progress(now, true, asking);
}

describe("progress by the log", () => {
  it("counts what is settled of what is expected, the last outcome of each", () => {
    const { cells } = progressAt(9_000, [
      ...start,
      ended(1, 1_000, failed("rate", "slow down")),
      ended(1, 2_000),
      ended(2, 3_000, noAnswer("refused", "no")),
      ended(3, 4_000, failed("transient", "gone")),
    ]);
    const [own, base] = cells;
    expect(own).toMatchObject({ task: "t", system: "s", expected: 3, settled: 2 });
    expect(own!.outcomes).toEqual({ answered: 1, refused: 1, failed: 1 });
    expect(base).toMatchObject({ expected: 3, settled: 0, perSecond: null, etaSeconds: null });
  });

  it("takes the rate of late and what is left of it, and lets it fall in a pause", () => {
    const events = [...start.slice(0, 2), ended(1, 1_000), ended(2, 2_000)];
    const soon = progressAt(2_000, events);
    expect(soon.cells[0]).toMatchObject({ perSecond: 1, etaSeconds: 1 });
    expect(soon.etaSeconds).toBe(1);
    expect(progressAt(11_000, events).cells[0]).toMatchObject({ perSecond: 0.1, etaSeconds: 10 });
    expect(progressAt(1e6, events).etaSeconds).toBeNull();
    const done = progressAt(4_000, [...events, ended(3, 3_000)]);
    expect(done.etaSeconds).toBe(0);
    expect(new ProgressOfLog({ spec: {} }).progress(0, false)).toMatchObject({
      ...{ cells: [], etaSeconds: null, writtenAt: null, inFlight: [] },
    });
  });

  it("has no time to come where a system has no rate", () => {
    expect(progressAt(2_000, [...start, ended(1, 1_000), ended(2, 2_000)]).etaSeconds).toBeNull();
  });

  it("expects every repeat, and parts of a long list of samples", () => {
    const samples = "A".repeat(64);
    const { cells } = progressAt(0, [
      note("data", { task: "t", part: 0, of: 2, samples }),
      note("data", { task: "t", part: 1, of: 2, samples: `${"A".repeat(22)}==` }),
      note("cell", { task: "t", system: "s", digest: cell }),
      note("cell", { task: "t", system: "s", digest: other, repeat: 1 }),
      ended(1, 1, yes, other),
    ]);
    expect(cells).toHaveLength(1);
    expect(cells[0]).toMatchObject({ expected: 8, settled: 1 });
  });

  it("tells tasks apart that are asked alike", () => {
    const asked = { system: "s", digest: cell };
    const events: readonly RunEvent[] = [
      start[0]!,
      note("data", { task: "u", selection: "{}", part: 0, of: 1, samples: "A".repeat(64) }),
      note("cell", { task: "t", ...asked }),
      note("cell", { task: "u", ...asked }),
      replied(1, 1, { facts: {} }),
      ended(1, 2),
      ...[2, 3].map((sample) => ended(sample, 3)),
      replied(4, 4, { facts: {} }),
      replied(5, 4, { facts: {} }),
      { ...ended(4, 5), task: "u" } as RunEvent,
    ];
    const { cells, etaSeconds } = progressAt(9, events);
    // Two are left at the rate of the system, whichever task they are of.
    expect(etaSeconds).toBeCloseTo((2 * 7) / 3 / 1000);
    expect(cells.map(({ task, settled, requests }) => [task, settled, requests.made])).toEqual([
      ["t", 3, 1],
      ["u", 1, 2],
    ]);
  });

  it("has rate, total and time left of the systems that take time", () => {
    const rule = note("cell", { task: "t", system: "base", digest: other, kind: "oracle" });
    const base = [1, 2].map((sample) => ended(sample, 1_990, yes, other));
    const events = [...start.slice(0, 2), rule, ended(1, 1_000), ended(2, 2_000), ...base];
    const { total, etaSeconds, cells } = progressAt(2_000, events);
    expect(total).toEqual({ settled: 2, expected: 3, perSecond: 1 });
    expect(etaSeconds).toBe(1);
    expect(cells.map(({ isReference }) => isReference)).toEqual([false, true]);
    // What is done has no rate any more, however fast it was.
    const done = progressAt(2_000, [...events, ended(3, 2_000)]);
    expect(done.total).toEqual({ settled: 3, expected: 3, perSecond: null });
    const alone = progressAt(2_000, [start[0]!, rule, ended(1, 1, yes, other)]);
    expect(alone.total).toMatchObject({ settled: 1, expected: 3 });
  });

  it("says what was sent, since when, about which video, and what waits", () => {
    const looked = {
      path: "a.mp4",
      frames: [],
      distinct: 0,
      source: "",
      decoder: "",
      warnings: [],
    };
    const events: readonly RunEvent[] = [
      ...start,
      { event: "media", key: key(1), attempt: 1, media: [looked], at: 5 },
      replied(1, 7),
      replied(2, 8),
      replied(3, 8),
      ended(3, 9),
    ];
    // Frames that are ready are no request.
    expect(progressAt(9_000, events)).toMatchObject({ inFlight: [], inFlightCount: 0, waiting: 0 });
    const oldest = [
      { system: "s", key: key(1), since: 6 },
      { system: "judge", since: 7 },
    ];
    const asking = { at: 9_000, inFlight: 2, oldest: oldest.slice(0, 1) };
    expect(progressAt(9_000, events, {}, { ...asking, inFlight: 1 })).toMatchObject({
      inFlight: [{ task: "t", system: "s", media: "a.mp4", since: 6, replies: 1 }],
      ...{ inFlightCount: 1, waiting: 1 },
    });
    expect(progressAt(9_000, events, {}, { ...asking, oldest }).inFlight[1]).toEqual({
      ...{ task: "", system: "judge", since: 7, replies: 0 },
    });
  });

  it("adds up requests, retries, why they failed, and what they cost", () => {
    const usage = { input: 1_000_000, output: 0 };
    const events = [
      ...start,
      replied(1, 1, { facts: { usage, attempts: 3 } }),
      replied(1, 1, { facts: { usage, cached: true } }),
      replied(2, 2, { outcome: failed("rate", "429, first") }),
      replied(2, 2, { outcome: failed("rate", "429, second"), facts: { attempts: 2 } }),
      replied(2, 2, { outcome: noAnswer("failed", "who knows") }),
    ];
    const prices = { m: { input: 2, output: 3 } };
    const progress = progressAt(9, events, { prices });
    expect(progress.requests).toEqual({ made: 5, retries: 3, cost: 2 });
    expect(progress.failures).toEqual([
      { system: "s", cause: "rate", reason: "429, second", count: 2 },
      { system: "s", cause: "unknown", reason: "who knows", count: 1 },
    ]);
    expect(progressAt(9, events).requests.cost).toBeNull();
  });

  it("says why a system is not asked any more, until it is again", () => {
    const stop = note("stopped", { task: "t", system: "s", reason: "no credit" });
    const again = note("stopped", { task: "t", system: "s", reason: null });
    expect(progressAt(9, [...start, stop]).cells[0]!.stopped).toBe("no credit");
    expect(progressAt(9, [...start, stop, again]).cells[0]!.stopped).toBeUndefined();
  });
});
