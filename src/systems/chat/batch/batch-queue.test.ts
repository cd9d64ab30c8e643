import { describe, expect, it } from "vitest";
import type { Json } from "../../../core/json.ts";
import {
  BatchError,
  type BatchInterface,
  type BatchRequest,
  type BatchResult,
} from "./batch-interface.ts";
import { BatchQueue, type BatchQueueParts } from "./batch-queue.ts";

const signal = new AbortController().signal;
const request = (id: string, size = 1): BatchRequest => ({ id, url: "", body: "x".repeat(size) });

/** A batch interface in memory: `look` says what a look at a batch brings. */
function memory(
  look: (
    batch: string,
    ids: readonly string[],
    looks: number,
  ) => readonly BatchResult[] | undefined,
  mostBytes = 1_000,
) {
  const submitted: string[][] = [];
  const looks = new Map<string, number>();
  const removed: string[] = [];
  const batches: BatchInterface = {
    mostRequests: 100,
    mostBytes,
    async submit(requests) {
      submitted.push(requests.map(({ id }) => id));
      return `b${submitted.length}`;
    },
    async results({ batch, ids }) {
      looks.set(batch, (looks.get(batch) ?? 0) + 1);
      return look(batch, ids, looks.get(batch)!);
    },
    remove: async (batch) => void removed.push(batch),
  };
  return { batches, submitted, looks, removed };
}

const replies = (ids: readonly string[]) => ids.map((id) => ({ id, status: 200, body: `"${id}"` }));

function journal(notes: Json[] = [], replied: readonly string[] = []) {
  const note = async (_: string, data: Json) => void notes.push(data);
  return { all: notes, notes: async () => notes, note, requestIds: async () => new Set(replied) };
}

function queue(parts: Partial<BatchQueueParts> & Pick<BatchQueueParts, "batches">): BatchQueue {
  return new BatchQueue({
    journal: undefined,
    owner: { system: "s", task: "t" },
    most: 10,
    waitMs: 5,
    pollMs: 2,
    ...parts,
  });
}

describe("BatchQueue", () => {
  it("puts what comes together into one batch, and equal requests once", async () => {
    const { batches, submitted } = memory((_, ids) => replies(ids));
    await using own = queue({ batches });
    const results = await Promise.all(["a", "b", "a"].map((id) => own.put(request(id), signal)));
    expect(results.map(({ result }) => result.body)).toEqual(['"a"', '"b"', '"a"']);
    expect(submitted).toEqual([["a", "b"]]);
    expect(results.map(({ isShared }) => isShared)).toEqual([undefined, undefined, true]);
  });

  it("accounts a shared request to an ask that is still there", async () => {
    const { batches } = memory((_, ids, looks) => (looks < 10 ? undefined : replies(ids)));
    await using own = queue({ batches });
    const leave = new AbortController();
    const first = own.put(request("a"), leave.signal);
    const others = [own.put(request("a"), signal), own.put(request("a"), signal)];
    setTimeout(() => leave.abort(new Error("left")), 10);
    await expect(first).rejects.toThrow("left");
    expect((await Promise.all(others)).map(({ isShared }) => isShared)).toEqual([undefined, true]);
  });

  it.each([
    ["count", { most: 2 }, 1_000, 1],
    ["bytes", {}, 10, 5],
  ])("closes a batch by its %s", async (_, parts, mostBytes, size) => {
    const { batches, submitted } = memory((_batch, ids) => replies(ids), mostBytes);
    await using own = queue({ batches, ...parts });
    await Promise.all(["a", "b", "c"].map((id) => own.put(request(id, size), signal)));
    expect(submitted).toEqual([["a", "b"], ["c"]]);
  });

  it("looks again after failures that may pass, and gives up after others", async () => {
    const { batches, submitted, looks } = memory((batch, ids, count) => {
      if (batch === "b1" && count === 1) throw new TypeError("fetch failed");
      if (batch === "b1" && count === 2) throw new BatchError({ status: 503 });
      if (batch === "b1") throw new BatchError({ status: 404, body: "no such batch" });
      return replies(ids);
    });
    await using own = queue({ batches });
    await expect(own.put(request("a"), signal)).rejects.toMatchObject({ status: 404 });
    expect(looks.get("b1")).toBe(3);
    expect(await own.put(request("a"), signal)).toMatchObject({ result: { status: 200 } });
    expect(submitted).toEqual([["a"], ["a"]]);
  });

  it("tells what a batch left out", async () => {
    const { batches } = memory(() => []);
    await using own = queue({ batches });
    const { result } = await own.put(request("a"), signal);
    expect(result).toMatchObject({ status: 408, body: expect.stringContaining("without a reply") });
  });

  it("rejects where a batch is refused", async () => {
    const { batches } = memory(() => undefined);
    await using own = queue({
      batches: { ...batches, submit: () => Promise.reject(new BatchError({ status: 401 })) },
    });
    await expect(own.put(request("a"), signal)).rejects.toMatchObject({ status: 401 });
  });

  it("waits for batches of an earlier start that have not ended, and only for its own", async () => {
    const { batches, submitted, looks, removed } = memory((_, ids) => replies(ids));
    const earlier = [
      { system: "s", task: "t", batch: "old", state: "submitted", ids: ["a", "b"] },
      { system: "s", task: "t", batch: "done", state: "submitted", ids: ["c"] },
      { system: "s", task: "t", batch: "done", state: "ended" },
      { system: "s", task: "t", batch: "gone", state: "submitted", ids: ["e"] },
      { system: "s", task: "t", batch: "gone", state: "ended" },
      { system: "s", task: "t", batch: "gone", state: "removed" },
      { system: "other", task: "t", batch: "foreign", state: "submitted", ids: ["d"] },
    ];
    const notes = journal(earlier, ["old/b"]);
    const own = queue({ batches, journal: notes });
    await Promise.all(["a", "c", "d"].map((id) => own.put(request(id), signal)));
    expect([...looks.keys()].sort()).toEqual(["b1", "old"]);
    expect(submitted).toEqual([["c", "d"]]);
    expect(removed).toEqual([]);
    await own[Symbol.asyncDispose]();
    expect(notes.all.slice(7)).toMatchObject([
      { batch: "b1", state: "submitted", ids: ["c", "d"] },
      { batch: "old", state: "ended" },
      { batch: "b1", state: "ended" },
      { batch: "done", state: "removed" },
      { batch: "old", state: "removed" },
      { batch: "b1", state: "removed" },
    ]);
    expect(removed).toEqual(["done", "old", "b1"]);
  });

  it("says what it could not delete, and is done all the same", async () => {
    const { batches } = memory((_, ids) => replies(ids));
    const notes = journal();
    const own = queue({
      batches: { ...batches, remove: () => Promise.reject(new BatchError({ status: 500 })) },
      journal: notes,
    });
    await own.put(request("a"), signal);
    await own[Symbol.asyncDispose]();
    expect(own.leftovers).toEqual([
      "files of the batch b1 could not be deleted from the provider: the batch interface replied 500",
    ]);
    expect(notes.all.map((note) => (note as { state: string }).state)).toEqual([
      "submitted",
      "ended",
    ]);
  });

  it("deletes what an earlier start could not, also where nothing is left to ask", async () => {
    const { batches, removed } = memory((_, ids) => replies(ids));
    const notes = journal([
      { system: "s", task: "t", batch: "open", state: "submitted", ids: ["a"] },
      { system: "s", task: "t", batch: "done", state: "submitted", ids: ["c"] },
      { system: "s", task: "t", batch: "done", state: "ended" },
    ]);
    await queue({ batches, journal: notes })[Symbol.asyncDispose]();
    expect(removed).toEqual(["done"]);
    expect(notes.all.slice(3)).toMatchObject([{ batch: "done", state: "removed" }]);
  });

  it("hands over what an earlier start's batch brought before anybody asked for it, and submits nothing again", async () => {
    const { batches, submitted } = memory((_, ids) => replies(ids));
    await using own = queue({
      batches,
      journal: journal([
        { system: "s", task: "t", batch: "old", state: "submitted", ids: ["a", "b"] },
      ]),
    });
    await own.put(request("a"), signal);
    const { result, batch } = await own.put(request("b"), signal);
    expect([result.body, batch, submitted]).toEqual(['"b"', "old", []]);
    // Put once more, it is asked anew.
    expect((await own.put(request("b"), signal)).batch).toBe("b1");
  });

  it.each([
    ["all of its replies stand in the log, by whatever batch", ["old/a", "b7/b"], ["old"], []],
    [
      "one does not",
      ["old/a"],
      [],
      ["files of the batch old stay with the provider: 1 of its 2 replies are not in the log"],
    ],
  ])(
    "is done with a batch that a killed start had no time to end, where nothing is left to ask: %s",
    async (_, replied, gone, left) => {
      const { batches, removed, looks } = memory((_batch, ids) => replies(ids));
      const notes = journal(
        [{ system: "s", task: "t", batch: "old", state: "submitted", ids: ["a", "b"] }],
        replied,
      );
      const own = queue({ batches, journal: notes });
      await own[Symbol.asyncDispose]();
      expect([removed, own.leftovers, looks.size]).toEqual([gone, left, 0]);
      expect(notes.all.slice(1).map((note) => (note as { state: string }).state)).toEqual(
        gone.flatMap(() => ["ended", "removed"]),
      );
    },
  );

  it("keeps what a start brought and did not ask for: the next one may", async () => {
    const { batches, removed } = memory((_, ids) => replies(ids));
    const notes = journal([
      { system: "s", task: "t", batch: "old", state: "submitted", ids: ["a", "b"] },
    ]);
    const own = queue({ batches, journal: notes });
    await own.put(request("a"), signal);
    await own[Symbol.asyncDispose]();
    expect([removed, own.leftovers.length, notes.all.length]).toEqual([[], 1, 1]);
  });

  it("gives up a batch that the provider knows nothing of any more", async () => {
    const { batches } = memory(() => {
      throw new BatchError({ status: 404 });
    });
    const notes = journal([
      { system: "s", task: "t", batch: "old", state: "submitted", ids: ["a", "b"] },
    ]);
    const own = queue({ batches, journal: notes });
    await expect(own.put(request("a"), signal)).rejects.toMatchObject({ status: 404 });
    await own[Symbol.asyncDispose]();
    expect(notes.all[1]).toMatchObject({ batch: "old", state: "ended" });
  });

  it("keeps a batch whose reply came while the run was being left", async () => {
    const { batches, removed } = memory((_, ids) => replies(ids));
    const notes = journal();
    const own = queue({ batches, journal: notes });
    const leave = new AbortController();
    await own.put(request("a"), leave.signal);
    leave.abort();
    await own[Symbol.asyncDispose]();
    expect([notes.all.length, removed]).toEqual([1, []]);
  });

  it("leaves a batch under way when it is left, to be found again", async () => {
    const { batches } = memory(() => undefined);
    const notes = journal();
    const own = queue({ batches, journal: notes });
    const leave = new AbortController();
    const waiting = own.put(request("a"), leave.signal);
    setTimeout(() => leave.abort(new Error("left")), 30);
    await expect(waiting).rejects.toThrow("left");
    await own[Symbol.asyncDispose]();
    expect(notes.all).toMatchObject([{ batch: "b1", state: "submitted" }]);
  });
});
