import { expect, it } from "vitest";
import { type ClaimState, claimIn, completeIn, noClaims, turnIn } from "../support/claim-model.ts";
import { memorySharedStore } from "../support/memory-shared-store.ts";
import { sharedStoreContract } from "../support/shared-store-contract.ts";

sharedStoreContract("the model", async () => memorySharedStore());

/** A worker between two steps. */
interface Worker {
  phase: "idle" | "claimed" | "working" | "dead";
  token: string;
  places: number[];
  batch: number;
}

interface World {
  readonly claims: ClaimState;
  readonly workers: Worker[];
  /** How often each sample was brought to an outcome. */
  readonly outcomes: number[];
  tokens: number;
  crashesLeft: number;
  expiriesLeft: number;
  lostAnswersLeft: number;
}

function world(): World {
  const claims = noClaims();
  for (const [from, to] of [
    [0, 2],
    [2, 3],
  ] as const)
    claims.chunks.push({
      ...{ task: "t", system: "s", from, to, claim: null, isDone: false, tried: null },
      deaths: [],
    });
  const idle = (): Worker => ({ phase: "idle", token: "", places: [], batch: 0 });
  return {
    claims,
    workers: [idle(), idle(), idle()],
    outcomes: [0, 0, 0],
    ...{ tokens: 0, crashesLeft: 1, expiriesLeft: 2, lostAnswersLeft: 1 },
  };
}

type Step = (world: World) => void;

/** Everything that may happen next. */
function stepsFrom({ workers, claims, crashesLeft, expiriesLeft, lostAnswersLeft }: World): Step[] {
  const steps: Step[] = [];
  for (const [i, { phase, places }] of workers.entries()) {
    if (phase === "dead") continue;
    if (phase === "idle") steps.push((now) => claim(now, i));
    if (phase === "claimed") steps.push((now) => look(now, i));
    if (phase === "working") steps.push((now) => (places.length > 0 ? write(now, i) : end(now, i)));
    if (phase === "working" && places.length > 0 && lostAnswersLeft > 0)
      steps.push((now) => writeUnheard(now, i));
    if (crashesLeft > 0)
      steps.push((now) => {
        now.crashesLeft--;
        now.workers[i]!.phase = "dead";
      });
  }
  // The lease of a worker that lives may end too: its machine stood still, or its network.
  for (const [token, { leaseUntil }] of Object.entries(claims.writers)) {
    const isDead = workers.some((one) => one.phase === "dead" && one.token === token);
    if (leaseUntil > 0 && (isDead || expiriesLeft > 0))
      steps.push((now) => {
        now.claims.writers[token]!.leaseUntil = -1;
        if (!isDead) now.expiriesLeft--;
      });
  }
  return steps;
}

function claim(now: World, i: number): void {
  const token = `c${now.tokens}`;
  const request = { token, worker: `w${i}`, now: 0, leaseUntil: 1, most: 1, among: 3, without: [] };
  const chunks = claimIn(now.claims, request);
  if (chunks.length === 0) return;
  now.tokens++;
  const places = chunks.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at),
  );
  now.workers[i] = { phase: "claimed", token, places, batch: 0 };
}

/** Leaves out what the log settles. */
function look(now: World, i: number): void {
  const worker = now.workers[i]!;
  worker.places = worker.places.filter((place) => now.outcomes[place] === 0);
  worker.phase = "working";
}

function write(now: World, i: number): void {
  const worker = now.workers[i]!;
  const turn = turnIn(now.claims, worker.token, worker.batch + 1);
  if (turn === "keep") now.outcomes[worker.places[0]!]!++;
  worker.batch++;
  worker.places = worker.places.slice(1);
  if (turn === "refused") leave(worker);
}

/** It is kept, and the worker, not hearing of it, will send it again. */
function writeUnheard(now: World, i: number): void {
  now.lostAnswersLeft--;
  const { token, batch, places } = now.workers[i]!;
  if (turnIn(now.claims, token, batch + 1) === "keep") now.outcomes[places[0]!]!++;
}

function end(now: World, i: number): void {
  completeIn(now.claims, now.workers[i]!.token);
  leave(now.workers[i]!);
}

function leave(worker: Worker): void {
  Object.assign(worker, { phase: "idle", token: "", places: [], batch: 0 });
}

/**
 * Worlds that differ only in which worker is which, in the names of claims or in the past are one
 * world.
 */
function textOf({ claims, workers, ...world }: World): string {
  const names = new Map<string, string>();
  const nameOf = (token: string | null) => {
    if (!token) return "";
    if (!names.has(token)) names.set(token, `${names.size}`);
    return names.get(token)!;
  };
  const chunks = claims.chunks.map(({ claim: token, isDone, deaths }) => [
    ...[nameOf(isDone ? "" : token), isDone, deaths.length > 0],
  ]);
  const own = workers.map(({ phase, token, places, batch }) => {
    const writer = claims.writers[token];
    const standing = writer && [nameOf(token), writer.batch, writer.leaseUntil];
    return phase === "dead" && !writer ? phase : [phase, places, batch, standing];
  });
  return JSON.stringify([
    chunks,
    own.map((one) => JSON.stringify(one)).sort(),
    { ...world, tokens: 0 },
  ]);
}

/** Every world that can be reached, and those in which nothing changes any more. */
function explore(): { readonly seen: number; readonly ends: readonly World[] } {
  const first = world();
  const seen = new Set([textOf(first)]);
  const ends: World[] = [];
  for (const waiting = [first]; waiting.length > 0; ) {
    const now = waiting.pop()!;
    let isEnd = true;
    for (const step of stepsFrom(now)) {
      const next = structuredClone(now);
      step(next);
      const text = textOf(next);
      if (next.outcomes.some((count) => count > 1)) throw new Error(`twice: ${text}`);
      if (text !== textOf(now)) isEnd = false;
      if (seen.has(text)) continue;
      seen.add(text);
      waiting.push(next);
    }
    if (isEnd) ends.push(now);
  }
  return { seen: seen.size, ends };
}

it("loses nothing and does nothing twice, in whatever order three workers go on and one crashes", () => {
  const { seen, ends } = explore();
  expect(seen).toBeGreaterThan(1_000);
  expect(ends.length).toBeGreaterThan(0);
  for (const { outcomes, claims } of ends) {
    expect(outcomes).toEqual([1, 1, 1]);
    expect(claims.chunks.every(({ isDone }) => isDone)).toBe(true);
  }
});
