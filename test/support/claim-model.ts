import type { Chunk, ClaimedChunk, Death } from "../../src/core/run/shared-run-store.ts";

interface ModelChunk extends Chunk {
  claim: string | null;
  isDone: boolean;
  tried: number | null;
  deaths: Death[];
}

/** Everything that claims and fences are about, as plain JSON. */
export interface ClaimState {
  readonly chunks: ModelChunk[];
  /** Who may write, by token: whose it is, how many batches it wrote, when its lease ends. */
  readonly writers: Record<string, { worker: string; batch: number; leaseUntil: number }>;
}

export function noClaims(): ClaimState {
  return { chunks: [], writers: {} };
}

/** What a claim is asked for, with everything that would otherwise be drawn or looked up. */
export interface ModelRequest {
  readonly token: string;
  readonly worker: string;
  readonly now: number;
  readonly leaseUntil: number;
  readonly most: number;
  readonly among: number;
  readonly without: readonly string[];
}

/** Takes over what is no longer held, and hands out what nobody holds. */
export function claimIn(state: ClaimState, request: ModelRequest): readonly ClaimedChunk[] {
  const { token, worker, now, leaseUntil, most, among, without } = request;
  for (const [dead, writer] of Object.entries(state.writers)) {
    if (writer.leaseUntil >= now) continue;
    delete state.writers[dead];
    for (const chunk of state.chunks.filter((one) => one.claim === dead && !one.isDone)) {
      const tried = chunk.tried === null ? {} : { tried: chunk.tried };
      chunk.deaths.push({ worker: writer.worker, at: now, ...tried });
      chunk.claim = null;
      chunk.tried = null;
    }
  }
  const free = state.chunks.filter(
    ({ claim, isDone, system }) => claim === null && !isDone && !without.includes(system),
  );
  const risky = free.filter(({ deaths }) => deaths.length > 0).slice(0, 1);
  const open = state.chunks.filter(({ claim, isDone }) => claim === null && !isDone).length;
  const usual = free.slice(0, Math.min(most, Math.max(1, Math.ceil(open / (2 * among)))));
  const taken = risky.length > 0 ? risky : usual;
  if (taken.length === 0) return [];
  state.writers[token] = { worker, batch: 0, leaseUntil };
  for (const chunk of taken) chunk.claim = token;
  return taken.map(({ task, system, from, to, deaths }) => ({
    ...{ task, system, from, to },
    deaths: [...deaths],
  }));
}

/** Whether a batch is to be kept; one that was kept already is not kept again. */
export function turnIn(
  state: ClaimState,
  token: string,
  batch: number,
): "keep" | "known" | "refused" {
  const writer = state.writers[token];
  if (!writer) return "refused";
  if (writer.batch === batch) return "known";
  writer.batch = batch;
  return "keep";
}

/** Ends the work of a claim; false where it was taken over. */
export function completeIn(state: ClaimState, token: string): boolean {
  if (!state.writers[token]) return false;
  delete state.writers[token];
  for (const chunk of state.chunks.filter(({ claim }) => claim === token)) chunk.isDone = true;
  return true;
}
