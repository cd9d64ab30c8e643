import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fakeDispatcher } from "../../test/fakes/fake-dispatcher.ts";
import { memoryRunStore } from "../../test/support/memory-run-store.ts";
import { isClose, type StreamReply, type StreamStep } from "../core/asking/stream.ts";
import type { StreamSystem } from "../core/asking/system.ts";
import type { PlannedSample, SampleBatches } from "../core/data/dataset.ts";
import type { Family } from "../core/family.ts";
import { answered, failed, type Outcome } from "../core/run/outcome.ts";
import type { RunEvent } from "../core/run/run-event.ts";
import { dialogue } from "../families/dialogue/index.ts";
import { cell } from "./cell.ts";
import { runCells } from "./run-cell.ts";
import type { Settled } from "./settled.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const family = dialogue as unknown as Family;
const steps = 5;
const streams = ["a", "b", "c", "d", "e", "f", "g"].map((id) =>
  dialogue.data.sample.parse({
    id,
    group: id,
    fps: 1,
    frameCount: steps,
    inputs: [],
    media: [],
    metadata: {},
    references: [],
  }),
);
const batches: SampleBatches = {
  async *[Symbol.asyncIterator]() {
    yield streams.map(
      (sample): PlannedSample => ({ sample, digest: digest(sample.id).slice(0, 32) }),
    );
  },
};

interface Session {
  readonly id: string;
  readonly seen: number[];
}
type Step = (session: Session, step: number, opened: number) => Outcome<StreamReply>;

/** Says which steps it has seen of the stream, so that a step that it missed would show. */
function watcher(step: Step = () => answered({ text: "" }), concurrency = 2) {
  const open = new Map<string, Session>();
  const opened: string[] = [];
  let most = 0;
  const system: StreamSystem = {
    id: "watcher",
    kind: "fake",
    speaks: "stream",
    identity: {},
    concurrency,
    timeoutMs: 1_000,
    async ask([ask], _signal, turn) {
      const session = turn!.session!;
      if (isClose(ask!)) {
        open.delete(session);
        return [answered({ text: "" })];
      }
      const { about, step: number } = ask as StreamStep;
      if (about) {
        expect(open.has(session)).toBe(false);
        open.set(session, { id: String(about.id), seen: [] });
        opened.push(String(about.id));
        most = Math.max(most, open.size);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
      const own = open.get(session);
      if (!own) return [failed("session", "never opened")];
      own.seen.push(number);
      const outcome = step(own, number, opened.filter((id) => id === own.id).length);
      if (outcome.kind === "failed") open.delete(session);
      return [outcome.kind === "answered" ? answered({ text: own.seen.join("") }) : outcome];
    },
  };
  return { system, opened, open, most: () => most };
}

async function run(system: StreamSystem, from: readonly RunEvent[] = [], repeats = 1) {
  const store = memoryRunStore(from);
  const settled: Settled[] = [];
  const never = new AbortController().signal;
  const settings = { options: dialogue.data.options.parse({}), prompts: {} };
  const cells = Array.from({ length: repeats }, (_, repeat) =>
    cell({ task: "t", family, settings, extractor: "speech", system, helpers: {}, repeat }, digest),
  );
  const { open } = await runCells(cells, batches, {
    store,
    digest,
    clock: Date.now,
    dispatcher: fakeDispatcher(),
    stop: never,
    abort: never,
    retry: new Set(),
    asks: true,
    onSettled: (one) => settled.push(one),
  });
  return { store, settled, open };
}

const whole = answered({
  utterances: Array.from({ length: steps }, (_, frame) => ({
    frame,
    text: "01234".slice(0, frame + 1),
  })),
});
const outcomes = (settled: readonly Settled[]) =>
  Object.fromEntries(settled.map(({ planned, outcome }) => [planned.sample.id, outcome]));
const all = Object.fromEntries(streams.map(({ id }) => [id, whole]));

describe("streams", () => {
  it("are shown in one piece, no more at once than the system can watch, also with repeats", async () => {
    for (const repeats of [1, 3]) {
      const { system, opened, open, most } = watcher();
      const { settled } = await run(system, [], repeats);
      expect(outcomes(settled)).toEqual(all);
      expect(opened).toHaveLength(7 * repeats);
      expect(most()).toBe(2);
      expect(open.size).toBe(0);
    }
  });

  it("leave every step in the log, and are shown again from their start wherever the run was cut off", async () => {
    const { store } = await run(watcher().system);
    expect(store.log.filter(({ event }) => event === "reply")).toHaveLength(7 * (steps + 1));
    for (const cut of [0, 1, 4, 6, 13, 30, store.log.length]) {
      const log = store.log.slice(0, cut);
      const done = log.filter(({ event }) => event === "outcome").length;
      const { system, opened } = watcher();
      const again = await run(system, log);
      expect(outcomes(again.settled)).toEqual(all);
      expect(opened).toHaveLength(7 - done);
    }
  });

  it("that the system loses are shown again from their start, and nothing said before counts", async () => {
    const { system, opened } = watcher(({ id }, step, showing) =>
      id === "c" && step === 3 && showing === 1
        ? failed("session", "the process died")
        : answered({ text: "" }),
    );
    const { store, settled, open } = await run(system);
    expect(outcomes(settled)).toEqual(all);
    expect(opened.filter((id) => id === "c")).toHaveLength(2);
    expect(open).toBe(0);
    const told = settled.find(({ planned }) => planned.sample.id === "c")!.replies;
    const logged = store.log.filter(
      (event) => event.event === "reply" && event.key === told[0]!.key,
    );
    expect(JSON.parse(JSON.stringify(told))).toEqual(logged);
    expect(logged.length).toBeGreaterThan(steps + 1);
  });

  it("that the system loses every time fail alone, after three showings", async () => {
    const { system, opened } = watcher(({ id }, step) =>
      id === "c" && step === 3 ? failed("session", "the process died") : answered({ text: "" }),
    );
    const { settled, open } = await run(system);
    expect(outcomes(settled)).toEqual({
      ...all,
      c: failed("session", "the process died (the stream was shown 3 times)"),
    });
    expect(opened.filter((id) => id === "c")).toHaveLength(3);
    expect(open).toBe(1);
  });

  it("ask a step again that failed for the moment, without a new session", async () => {
    const failures = new Set(["a", "d"]);
    const { system, opened } = watcher();
    const ask: StreamSystem["ask"] = async (asks, signal, turn) => {
      const [one] = asks;
      if (!isClose(one!) && one!.about && failures.delete(String(one!.about.id)))
        return [failed("transient", "busy")];
      return system.ask(asks, signal, turn);
    };
    const { settled } = await run({ ...system, ask });
    expect(outcomes(settled)).toEqual(all);
    expect(opened).toHaveLength(7);
  });
});
