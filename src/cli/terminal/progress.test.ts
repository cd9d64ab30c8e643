import { stripVTControlCharacters } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ProgressMeter } from "../../evaluation/progress-meter.ts";
import { showProgress } from "./progress.ts";

afterEach(() => void vi.unstubAllEnvs());

/** A screen that remembers what was written, and a clock that stands still unless it is moved. */
function watched(
  screen: { readonly isTTY?: boolean; readonly columns?: number } = {},
  terminal = "xterm",
) {
  vi.stubEnv("TERM", terminal);
  let nowMs = 5_000;
  const written: string[] = [];
  const shown = showProgress({ ...screen, write: (text) => void written.push(text) }, () => nowMs);
  const meter = new ProgressMeter(
    (event) => {
      if (event.type === "progress") shown.show(event);
    },
    () => nowMs,
  );
  const progress = {
    expect: meter.expect.bind(meter),
    settled: meter.settled.bind(meter),
    watch: meter.watch.bind(meter),
    say: shown.say,
    [Symbol.dispose]() {
      meter[Symbol.dispose]();
      shown[Symbol.dispose]();
    },
  };
  return {
    progress,
    written,
    /** What was written since the last look. */
    look: () => written.splice(0).map((text) => stripVTControlCharacters(text)),
    settle(count: number, { kind = "answered", isNew = true } = {}) {
      for (let at = 0; at < count; at++) progress.settled(kind, isNew);
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

const erase = "\r\u001b[K";

describe("on a terminal", () => {
  const terminal = { isTTY: true, columns: 100 };

  it("measures the pace of a system anew where other work of it begins", () => {
    const written: string[] = [];
    let nowMs = 0;
    vi.stubEnv("TERM", "xterm");
    using shown = showProgress(
      { ...terminal, write: (text) => void written.push(stripVTControlCharacters(text)) },
      () => nowMs,
    );
    const show = (settled: number, atMs: number) => {
      nowMs = atMs;
      const count = { expected: 100, isGrowing: false, settled, settledNow: settled, outcomes: {} };
      shown.show({ type: "progress", noun: "steps", systems: [{ system: "network", ...count }] });
      return written.at(-1);
    };
    expect(show(100, 2_000)).toContain("50/s");
    expect(show(1, 3_000)).not.toContain("-");
    expect(show(41, 5_000)).toContain("20/s");
  });

  it("draws one line over and over, ten times a second at most", () => {
    const { progress, written, look, settle, wait } = watched(terminal);
    progress.expect(100);
    settle(20);
    expect(written).toEqual([]);
    wait(100);
    settle(5);
    expect(written).toHaveLength(1);
    expect(written[0]!.startsWith(erase)).toBe(true);
    expect(written[0]).not.toContain("\n");
    expect(look()[0]!.trim()).toBe(
      `${"━".repeat(5)}${"─".repeat(19)}  21/100 samples  210/s  0 s left`,
    );
    wait(99);
    settle(5);
    expect(written).toEqual([]);
    wait(1);
    settle(1);
    expect(written).toHaveLength(1);
  });

  it("erases the line for a message and at the end", () => {
    const { progress, written, settle, wait } = watched(terminal);
    progress.expect(10);
    progress.say("before");
    expect(written.splice(0)).toEqual(["before\n"]);
    wait(200);
    settle(1);
    written.splice(0);
    progress.say("warning: odd");
    expect(written.splice(0)).toEqual([erase, "warning: odd\n"]);
    progress.say("again");
    expect(written.splice(0)).toEqual(["again\n"]);
    wait(200);
    settle(1);
    written.splice(0);
    progress[Symbol.dispose]();
    progress[Symbol.dispose]();
    expect(written.at(-1)).toBe(erase);
    expect(written.filter((text) => text === erase)).toHaveLength(1);
  });

  it.each([20, 40, 61, 62, 80, 200])("fits %i columns, colours and all", (columns) => {
    vi.stubEnv("FORCE_COLOR", "1");
    vi.stubEnv("NO_COLOR", undefined);
    vi.stubEnv("NODE_DISABLE_COLORS", undefined);
    const { progress, written, settle, wait } = watched({ isTTY: true, columns });
    progress.expect(1_000);
    for (const kind of ["unparsed", "refused", "truncated", "missing", "media-error", "failed"])
      settle(30, { kind });
    wait(1_000);
    settle(1);
    const [line] = written;
    const width = stripVTControlCharacters(line!).replace("\r", "").length;
    expect(width).toBeLessThan(columns);
    expect(width).toBeGreaterThan(Math.min(columns, 90) - 20);
    expect(line!.includes("\u001b[32m")).toBe(columns > 60);
    expect(line!.split("\u001b[32m").length).toBe(line!.split("\u001b[39m").length);
  });

  it("takes a terminal that does not know its width for one of 80 columns", () => {
    for (const columns of [undefined, 0]) {
      const { progress, look, settle, wait } = watched(
        columns === undefined ? { isTTY: true } : { isTTY: true, columns },
      );
      progress.expect(1_000_000);
      for (const kind of ["unparsed", "refused", "truncated", "missing", "media-error"])
        settle(100, { kind });
      wait(1_000);
      settle(1);
      expect(look()[0]!.replace("\r", "")).toHaveLength(79);
    }
  });

  it("is plain on a terminal that can do nothing", () => {
    const { progress, written, settle, wait } = watched(terminal, "dumb");
    progress.expect(10);
    wait(10_000);
    settle(1);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^[^\r]*\n$/);
  });
});

describe("elsewhere", () => {
  it("writes a line every ten seconds and leaves it", () => {
    const { progress, written, look, settle, wait } = watched();
    progress.expect(200);
    wait(9_899);
    settle(50);
    expect(written).toEqual([]);
    wait(101);
    settle(50);
    expect(written).toHaveLength(1);
    expect(written[0]!.endsWith("\n")).toBe(true);
    expect(written[0]).not.toContain("\r");
    expect(look()[0]).toContain("51/200 samples  5.1/s  29 s left\n");
    progress[Symbol.dispose]();
    progress.say("done");
    expect(written).toEqual(["done\n"]);
  });

  it("does not cut lines", () => {
    const { progress, look, settle, wait } = watched({ columns: 20 });
    progress.expect(1_000);
    for (const kind of ["unparsed", "refused", "truncated"]) settle(10, { kind });
    wait(10_000);
    settle(1);
    expect(look()[0]).toMatch(/10 unparsed {2}10 refused {2}10 truncated\n$/);
  });
});

describe("what it says", () => {
  function told(run: (own: ReturnType<typeof watched>) => void): string {
    const own = watched();
    run(own);
    return own
      .look()
      .join("")
      .replace(/^[━─]+ {2}/, "")
      .trimEnd();
  }

  it("counts new work alone for the pace", () => {
    const text = told(({ progress, settle, wait }) => {
      progress.expect(100);
      settle(60, { isNew: false });
      settle(19);
      wait(10_000);
      settle(1);
    });
    expect(text).toBe("80/100 samples  2.0/s  10 s left");
  });

  it("says nothing of the end where nothing new was done or where nobody knows how much there is", () => {
    expect(
      told(({ progress, settle, wait }) => {
        progress.expect(100);
        wait(10_000);
        settle(1, { isNew: false });
      }),
    ).toBe("1/100 samples  0.0/s");
    expect(
      told(({ settle, wait }) => {
        wait(10_000);
        settle(64);
      }),
    ).toBe("64 samples  6.4/s");
  });

  it("names what is gone through, where that is not samples", () => {
    const text = told(({ progress, settle, wait }) => {
      progress.expect(100, { noun: "files" });
      wait(10_000);
      settle(20);
    });
    expect(text).toMatch(/^1\/100 files {2}/);
  });

  it("adds up what is expected of several tasks", () => {
    const text = told(({ progress, settle, wait }) => {
      progress.expect(100);
      progress.expect(20);
      wait(10_000);
      settle(1);
    });
    expect(text).toMatch(/^1\/120 samples/);
  });

  it("says when each of several systems will have ended, the slowest first", () => {
    const text = told(({ progress, wait }) => {
      progress.expect(1_000, { system: "fast" });
      progress.expect(1_000, { system: "slow" });
      progress.expect(100, { system: "done" });
      for (let i = 0; i < 100; i++) progress.settled("answered", true, "done");
      for (let i = 0; i < 500; i++) progress.settled("answered", true, "fast");
      for (let i = 0; i < 9; i++) progress.settled("answered", true, "slow");
      wait(10_000);
      progress.settled("answered", true, "slow");
    });
    expect(text).toBe("610/2100 samples  61/s  16 min 30 s left (slow, fast 10 s)");
  });

  it("says why requests are repeated, why fewer are under way, and that a system is down", () => {
    const asking = { inFlight: 1, limit: 1, retries: 3, spent: 0 };
    const shown = (figures: Parameters<ReturnType<typeof watched>["progress"]["watch"]>[0]) =>
      told(({ progress, settle, wait }) => {
        progress.expect(10);
        progress.watch(figures);
        wait(10_000);
        settle(1);
      }).replace(/^.* left {2}/, "");
    expect(shown(() => ({ ...asking, retriesBecause: "429: slow\ndown" }))).toBe(
      "1/1 under way  3 retries: 429: slow down",
    );
    expect(
      shown(() => ({
        ...asking,
        slowedBecause: "503: overloaded",
        retriesBecause: "x".repeat(99),
      })),
    ).toBe(`1/1 under way, slowed: 503: overloaded  3 retries: ${"x".repeat(59)}…`);
    const heldBecause = "no reply: connect ECONNREFUSED";
    expect(shown(() => ({ ...asking, heldBecause, retriesBecause: heldBecause }))).toBe(
      "down: no reply: connect ECONNREFUSED  1/1 under way  3 retries",
    );
  });

  it("names what went wrong, but not what was answered", () => {
    const text = told(({ progress, settle, wait }) => {
      progress.expect(10);
      settle(2, { kind: "refused" });
      settle(3);
      settle(1, { kind: "failed" });
      wait(20_000);
      settle(1, { kind: "refused" });
    });
    expect(text).toBe("7/10 samples  0.3/s  9 s left  3 refused  1 failed");
  });

  it.each([
    [60, "1 min 0 s left"],
    [3_599, "59 min 59 s left"],
    [3_600, "1 h 0 min left"],
    [90_061, "25 h 1 min left"],
  ])("writes %i seconds as a person would", (left, text) => {
    expect(
      told(({ progress, settle, wait }) => {
        progress.expect(left + 10);
        settle(9);
        wait(10_000);
        settle(1);
      }),
    ).toContain(text);
  });

  it("goes past what was expected without a fault", () => {
    const text = told(({ progress, settle, wait }) => {
      progress.expect(2);
      settle(4);
      wait(10_000);
      settle(1);
    });
    expect(text).toBe("5/2 samples  0.5/s  0 s left");
  });

  it("looks at the clock now and then only, where nobody knows how much there is", () => {
    const clock = vi.fn(() => 0);
    using meter = new ProgressMeter(() => undefined, clock);
    for (let at = 0; at < 6_400; at++) meter.settled("answered", true);
    expect(clock.mock.calls.length).toBeLessThanOrEqual(101);
  });
});
