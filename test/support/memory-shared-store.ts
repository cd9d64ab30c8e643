import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { RunEvent } from "../../src/core/run/run-event.ts";
import { ClaimLost, type SharedRunStore } from "../../src/core/run/shared-run-store.ts";
import { claimIn, completeIn, noClaims, turnIn } from "./claim-model.ts";
import { memoryRunStore } from "./memory-run-store.ts";

/** The model of claims as a store, so that the model itself passes the contract. */
export function memorySharedStore(): SharedRunStore {
  const store = memoryRunStore();
  const state = noClaims();
  const batches = new Map<string, number>();
  const held = (token: string) => state.chunks.filter((one) => one.claim === token && !one.isDone);
  return {
    ...store,
    async append(events: readonly RunEvent[], claim) {
      if (claim) {
        const batch = (batches.get(claim.token) ?? 0) + 1;
        batches.set(claim.token, batch);
        if (turnIn(state, claim.token, batch) === "refused") throw new ClaimLost();
      }
      await store.append(events);
    },
    async offer(chunks) {
      for (const { task, system, from, to } of chunks) {
        const isKnown = state.chunks.some(
          (one) => one.task === task && one.system === system && one.from === from,
        );
        const fresh = { task, system, from, to, claim: null, isDone: false, tried: null };
        if (!isKnown) state.chunks.push({ ...fresh, deaths: [] });
      }
    },
    async withdraw() {
      state.chunks.length = 0;
      for (const token of Object.keys(state.writers)) delete state.writers[token];
    },
    async claim({ worker, leaseMs, most, among, without }) {
      const token = randomUUID();
      const now = Date.now();
      const request = { token, worker, now, leaseUntil: now + leaseMs, most, among, without };
      const chunks = claimIn(state, request);
      return chunks.length === 0 ? undefined : { token, chunks };
    },
    async renew({ token }, leaseMs) {
      const writer = state.writers[token];
      if (writer) writer.leaseUntil = Date.now() + leaseMs;
      return writer !== undefined;
    },
    async tries({ token }, place) {
      if (held(token).length === 0) throw new ClaimLost();
      for (const chunk of held(token)) chunk.tried = place;
    },
    async complete({ token }) {
      if (!completeIn(state, token)) throw new ClaimLost();
    },
    async release({ token }) {
      if (!state.writers[token]) return;
      delete state.writers[token];
      for (const chunk of held(token)) chunk.claim = null;
    },
    async progress() {
      const groups = Map.groupBy(state.chunks, ({ task, system }) =>
        JSON.stringify([task, system]),
      );
      return [...groups.values()].map((group) => {
        const count = (which: (chunk: (typeof group)[0]) => boolean) =>
          group.filter(which).reduce((sum, { from, to }) => sum + to - from, 0);
        const { task, system } = group[0]!;
        return {
          ...{ task, system },
          open: count(({ claim, isDone }) => !isDone && claim === null),
          held: count(({ claim, isDone }) => !isDone && claim !== null),
          done: count(({ isDone }) => isDone),
        };
      });
    },
    async *follow(from, signal) {
      for (let seen = Number(from ?? 0); !signal.aborted; await setTimeout(1)) {
        const events = store.log.slice(seen);
        seen = store.log.length;
        if (events.length > 0) yield { events, position: String(seen) };
      }
    },
  };
}
