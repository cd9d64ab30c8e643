import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  type Chunk,
  type Claim,
  ClaimLost,
  type ClaimRequest,
  type SharedRunStore,
} from "../../src/core/run/shared-run-store.ts";
import { keyOf, outcomeEvent } from "./run-store-contract.ts";

/** Chunks of two samples each. */
function chunks(count: number, system = "s"): Chunk[] {
  return Array.from({ length: count }, (_, i) => ({
    ...{ task: "t", system, from: 2 * i, to: 2 * i + 2 },
  }));
}

const long: Omit<ClaimRequest, "worker"> = {
  leaseMs: 60_000,
  most: 1,
  among: 1,
  without: [],
};
/** Over by the time that anybody else asks. */
const short = { ...long, leaseMs: 1 };

function places(claim: Claim | undefined): readonly number[] | undefined {
  return claim?.chunks.map(({ from }) => from);
}

async function took(store: SharedRunStore, worker: string, request = long): Promise<Claim> {
  const claim = await store.claim({ ...request, worker });
  if (!claim) throw new Error("there is nothing to claim");
  return claim;
}

/** What every store that several processes write must do, whatever it is made of. */
export function sharedStoreContract(name: string, make: () => Promise<SharedRunStore>): void {
  describe(`shared store contract: ${name}`, () => {
    it("hands out every piece of work once, as many at a time as wanted, in their order", async () => {
      await using store = await make();
      await store.offer(chunks(4));
      await store.offer(chunks(4));
      const first = await took(store, "a");
      const second = await store.claim({ ...long, worker: "b", most: 2 });
      expect([first, second].map(places)).toEqual([[0], [2, 4]]);
      expect(places(await took(store, "a"))).toEqual([6]);
      expect(await store.claim({ ...long, worker: "c" })).toBeUndefined();
      await store.complete(first);
      expect(await store.progress()).toEqual([
        { task: "t", system: "s", open: 0, held: 6, done: 2 },
      ]);
      expect(await store.claim({ ...long, worker: "c" })).toBeUndefined();
    });

    it("hands it over when its holder falls silent, and keeps nothing of a late one", async () => {
      await using store = await make();
      await store.offer(chunks(1));
      const late = await took(store, "a", short);
      await store.append([outcomeEvent(1)], late);
      await setTimeout(20);
      const next = await took(store, "b");
      expect(next.chunks[0]?.deaths).toEqual([{ worker: "a", at: expect.any(Number) }]);
      await expect(store.append([outcomeEvent(2)], late)).rejects.toThrow(ClaimLost);
      await expect(store.complete(late)).rejects.toThrow(ClaimLost);
      await expect(store.tries(late, 1)).rejects.toThrow(ClaimLost);
      expect(await store.renew(late, 60_000)).toBe(false);
      await store.release(late);
      expect(await store.claim({ ...long, worker: "c" })).toBeUndefined();
      await store.append([outcomeEvent(2, "refused")], next);
      await store.complete(next);
      expect(await store.states([1, 2].map(keyOf))).toEqual(["answered", "refused"]);
      const log = [];
      for await (const event of store.events()) log.push(event);
      expect(log).toEqual([outcomeEvent(1), outcomeEvent(2, "refused")]);
    });

    it("lets those keep their work who renew their claim, also late, where nobody took it", async () => {
      await using store = await make();
      await store.offer(chunks(1));
      const claim = await took(store, "a", short);
      await setTimeout(20);
      expect(await store.renew(claim, 60_000)).toBe(true);
      expect(await store.claim({ ...long, worker: "b" })).toBeUndefined();
      await store.append([outcomeEvent(1)], claim);
      await store.complete(claim);
    });

    it("hands out alone, and first, what a worker died with, and says with which sample", async () => {
      await using store = await make();
      await store.offer(chunks(3));
      const [first, second] = [await took(store, "a"), await took(store, "b", short)];
      await store.tries(second, 3);
      await setTimeout(20);
      const again = await store.claim({ ...long, worker: "c", most: 5 });
      expect(places(again)).toEqual([2]);
      expect(again?.chunks[0]?.deaths).toEqual([{ worker: "b", at: expect.any(Number), tried: 3 }]);
      await store.complete(first);
      await store.complete(again!);
      expect(places(await store.claim({ ...long, worker: "c", most: 5 }))).toEqual([4]);
    });

    it("hands out less at a time as the end comes near, so that all end together", async () => {
      await using store = await make();
      await store.offer(chunks(16));
      const sizes: number[] = [];
      for (;;) {
        const claim = await store.claim({ ...long, worker: "a", most: 5, among: 2 });
        if (!claim) break;
        sizes.push(claim.chunks.length);
      }
      expect(sizes).toEqual([4, 3, 3, 2, 1, 1, 1, 1]);
    });

    it("takes work back from those who give it up, without a death", async () => {
      await using store = await make();
      await store.offer(chunks(1));
      await store.release(await took(store, "a"));
      expect((await took(store, "b")).chunks).toEqual([{ ...chunks(1)[0], deaths: [] }]);
    });

    it("offers nobody the work of a system that it cannot ask", async () => {
      await using store = await make();
      await store.offer([...chunks(1, "x"), ...chunks(1, "y")]);
      const claim = await store.claim({ ...long, worker: "a", most: 5, without: ["x"] });
      expect(claim?.chunks.map(({ system }) => system)).toEqual(["y"]);
    });

    it("withdraws all work, also from those who hold it", async () => {
      await using store = await make();
      await store.offer(chunks(2));
      const held = await took(store, "a");
      await store.withdraw();
      expect(await store.progress()).toEqual([]);
      await expect(store.append([outcomeEvent(1)], held)).rejects.toThrow(ClaimLost);
      await store.offer(chunks(1));
      expect(places(await took(store, "b"))).toEqual([0]);
    });

    it("is followed from where somebody left", async () => {
      await using store = await make();
      await store.append([outcomeEvent(1)]);
      const left = new AbortController();
      let position: string | undefined;
      for await (const part of store.follow(undefined, left.signal)) {
        expect(part.events).toEqual([outcomeEvent(1)]);
        position = part.position;
        break;
      }
      await store.offer(chunks(1));
      await store.append([outcomeEvent(2)], await took(store, "a"));
      for await (const part of store.follow(position, left.signal)) {
        expect(part.events).toEqual([outcomeEvent(2)]);
        break;
      }
    });

    it("gives each of many who ask at once something else", async () => {
      await using store = await make();
      await store.offer(chunks(60));
      const taken: number[] = [];
      const worker = async (_: unknown, i: number) => {
        for (;;) {
          const claim = await store.claim({ ...long, worker: `w${i}`, most: 3 });
          if (!claim) return;
          taken.push(...places(claim)!);
          await store.append(
            claim.chunks.map(({ from }) => outcomeEvent(from)),
            claim,
          );
          await store.complete(claim);
        }
      };
      await Promise.all(Array.from({ length: 6 }, worker));
      expect(taken.toSorted((a, b) => a - b)).toEqual(chunks(60).map(({ from }) => from));
      expect(await store.progress()).toEqual([
        { task: "t", system: "s", open: 0, held: 0, done: 120 },
      ]);
    });
  });
}
