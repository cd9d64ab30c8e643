import { describe, expect, it } from "vitest";
import type { OutcomeKind } from "../../src/core/run/outcome.ts";
import type {
  FittedEvent,
  GradeEvent,
  MediaEvent,
  NoteEvent,
  OutcomeEvent,
  ReplyEvent,
  RunEvent,
} from "../../src/core/run/run-event.ts";
import type { RunHeader, RunStore } from "../../src/core/run/run-store.ts";
import { workKey } from "../../src/core/run/work.ts";

/**
 * How a test gets at a store: `create` starts a run, `reopen` opens the same run again after the
 * store was disposed of.
 */
export interface StoreUnderTest {
  /** Whether several may write it at once. */
  readonly isShared?: boolean;
  create(header: RunHeader): Promise<RunStore>;
  reopen(): Promise<RunStore>;
  /** Opens it for reading beside a writer. */
  read(): Promise<RunStore>;
}

export const header: RunHeader = {
  schema: "vidimus-run/1",
  name: "contract",
  spec: { tasks: ["ä", 1, null] },
  createdAt: 1_700_000_000_000,
};

export function keyOf(number: number): string {
  return workKey("00c0ffee00c0ffee", number.toString(16).padStart(32, "0"));
}

export function outcomeEvent(
  number: number,
  kind: OutcomeKind = "answered",
  attempt = 1,
): OutcomeEvent {
  const outcome =
    kind === "answered"
      ? { kind, value: { choice: number, text: `"outcome":{"kind":"failed"} ✓ ${number}` } }
      : { kind, reason: "because" };
  return {
    event: "outcome",
    key: keyOf(number),
    attempt,
    task: "t",
    system: "s",
    sample: `sample "${number}"\n`,
    outcome,
    at: number,
  };
}

export function replyEvent(number: number, step: number): ReplyEvent {
  return {
    event: "reply",
    key: keyOf(number),
    attempt: 1,
    step,
    position: 0,
    ask: "aa",
    outcome: { kind: "answered", value: { text: `r${step}` } },
    at: 0,
  };
}

async function all(store: RunStore): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.events()) events.push(event);
  return events;
}

/** What every run store must do, whatever it is made of. */
export function runStoreContract(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`run store contract: ${name}`, () => {
    it("knows nothing of work that was never mentioned", async () => {
      await using store = await (await make()).create(header);
      expect(await store.states([keyOf(1)])).toEqual([undefined]);
      expect(await store.histories([keyOf(1)])).toEqual([
        { outcome: undefined, grade: undefined, media: [], replies: [] },
      ]);
      expect(await store.notes("x")).toEqual([]);
      expect(await all(store)).toEqual([]);
    });

    it("keeps every event in order, exactly as it was, over a reopening", async () => {
      const under = await make();
      const grade: GradeEvent = {
        event: "grade",
        key: keyOf(900),
        of: keyOf(1),
        role: "judge",
        outcome: { kind: "answered", value: 0.5 },
        at: 1,
      };
      const note: NoteEvent = { event: "note", note: "cell", data: { a: [1, "ü\u2028"] }, at: 2 };
      const fitted: RunEvent = {
        event: "fitted",
        task: "t",
        system: "s",
        digest: "d",
        on: "train",
        at: 3,
      };
      const shown: MediaEvent = {
        event: "media",
        key: keyOf(1),
        attempt: 1,
        media: [
          { path: "a.mp4", frames: [], distinct: 0, source: "aa", decoder: "d", warnings: [] },
        ],
        at: 0,
      };
      const events: RunEvent[] = [
        shown,
        replyEvent(1, 0),
        outcomeEvent(1),
        grade,
        note,
        fitted,
        outcomeEvent(2, "refused"),
        outcomeEvent(3, "failed"),
      ];
      {
        await using store = await under.create(header);
        await store.append(events.slice(0, 2));
        await Promise.all([store.append(events.slice(2, 5)), store.append(events.slice(5))]);
        expect(await all(store)).toEqual(events);
      }
      await using store = await under.reopen();
      expect(store.header).toEqual(header);
      expect(store.damage).toEqual([]);
      expect(await all(store)).toEqual(events);
      expect(await store.states([1, 2, 3, 4].map(keyOf))).toEqual([
        "answered",
        "refused",
        "failed",
        undefined,
      ]);
      expect(await store.histories([keyOf(1), keyOf(900)])).toEqual([
        { outcome: outcomeEvent(1), grade: undefined, media: [shown], replies: [replyEvent(1, 0)] },
        { outcome: undefined, grade, media: [], replies: [] },
      ]);
      expect(await store.notes("cell")).toEqual([note]);
    });

    it("keeps what systems learnt by its digest, over a reopening", async () => {
      const under = await make();
      const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7) % 251);
      const fitted: FittedEvent = {
        event: "fitted",
        task: "t",
        system: "s",
        digest: "",
        training: "aa",
        report: { figures: { accuracy: 0.5, samples: 12 }, warnings: ["it did not converge"] },
        on: "train",
        at: 3,
      };
      let digest = "";
      {
        await using store = await under.create(header);
        digest = await store.artefacts.put(bytes);
        expect(await store.artefacts.put(bytes)).toBe(digest);
        await store.append([{ ...fitted, digest }, outcomeEvent(1)]);
      }
      await using store = await under.reopen();
      expect(await store.fits()).toEqual([{ ...fitted, digest }]);
      expect(Buffer.from((await store.artefacts.get(digest)) ?? []).equals(bytes)).toBe(true);
      expect(await store.artefacts.get("0".repeat(64))).toBeUndefined();
      expect(await store.artefacts.get("../run.jsonl")).toBeUndefined();
    });

    it("lets the last outcome of a key count and tells started work from untouched work", async () => {
      const under = await make();
      {
        await using store = await under.create(header);
        await store.append([outcomeEvent(1, "failed"), replyEvent(2, 0)]);
        await store.append([outcomeEvent(1, "unparsed"), outcomeEvent(1, "answered", 2)]);
        expect(await store.states([keyOf(1), keyOf(2)])).toEqual(["answered", "started"]);
      }
      await using store = await under.reopen();
      expect(await store.states([keyOf(1), keyOf(2)])).toEqual(["answered", "started"]);
      expect((await store.histories([keyOf(1)]))[0]?.outcome).toEqual(
        outcomeEvent(1, "answered", 2),
      );
    });

    it("goes on after a reopening", async () => {
      const under = await make();
      {
        await using store = await under.create(header);
        await store.append([outcomeEvent(1)]);
      }
      {
        await using store = await under.reopen();
        await store.append([outcomeEvent(2)]);
      }
      await using store = await under.reopen();
      expect(await all(store)).toEqual([outcomeEvent(1), outcomeEvent(2)]);
    });

    it("can be read while it is being written, and refuses a second writer unless it is shared", async () => {
      const under = await make();
      await using store = await under.create(header);
      await store.append([outcomeEvent(1)]);
      await using reader = await under.read();
      expect(await reader.states([keyOf(1)])).toEqual(["answered"]);
      await expect(reader.append([outcomeEvent(2)])).rejects.toThrow(TypeError);
      if (under.isShared) await (await under.reopen())[Symbol.asyncDispose]();
      else await expect(under.reopen()).rejects.toThrow(/another process is writing|is locked/);
    });

    it("tells of events as they are appended, each once and in order, until it is left", async () => {
      const under = await make();
      await using store = await under.create(header);
      await store.append([outcomeEvent(1), outcomeEvent(2)]);
      await using reader = await under.read();
      const left = new AbortController();
      const tails = [store, reader].map(async (one) => {
        const seen: RunEvent[] = [];
        for await (const events of one.tail(left.signal)) {
          seen.push(...events);
          if (seen.length >= 4) break;
        }
        return seen;
      });
      await store.append([outcomeEvent(3)]);
      await store.append([replyEvent(4, 0)]);
      const log = [outcomeEvent(1), outcomeEvent(2), outcomeEvent(3), replyEvent(4, 0)];
      expect(await Promise.all(tails)).toEqual([log, log]);
      const waiting = (async () => {
        let count = 0;
        for await (const events of reader.tail(left.signal)) {
          count += events.length;
          left.abort();
        }
        return count;
      })();
      expect(await waiting).toBe(4);
      for await (const _ of reader.tail(left.signal)) expect.unreachable();
    });

    it("holds many events", async () => {
      const under = await make();
      const count = 5_000;
      {
        await using store = await under.create(header);
        const appended: Promise<void>[] = [];
        for (let i = 0; i < count; i += 100)
          appended.push(store.append(Array.from({ length: 100 }, (_, j) => outcomeEvent(i + j))));
        await Promise.all(appended);
      }
      await using store = await under.reopen();
      const keys = Array.from({ length: count }, (_, i) => keyOf(i));
      expect((await store.states(keys)).every((state) => state === "answered")).toBe(true);
      const histories = await store.histories(keys);
      expect(histories.map(({ outcome }) => outcome?.at)).toEqual(keys.map((_, i) => i));
    });
  });
}
