import type { RunEvent } from "./run-event.ts";
import type { RunStore } from "./run-store.ts";

/** Samples of one task for one system, by their places in the order in which they are asked. */
export interface Chunk {
  readonly task: string;
  readonly system: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** A worker that fell silent while it held a chunk. */
export interface Death {
  readonly worker: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The place of the sample that it worked on alone, where it did. */
  readonly tried?: number;
}

export interface ClaimedChunk extends Chunk {
  readonly deaths: readonly Death[];
}

/** Work that one worker holds until its lease ends; nobody else can finish it meanwhile. */
export interface Claim {
  /** Known to its holder and to the store. Once the claim is taken over, nothing is kept under it. */
  readonly token: string;
  readonly chunks: readonly ClaimedChunk[];
}

export interface ClaimRequest {
  /** Who asks, as people know it. */
  readonly worker: string;
  /** So long the claim lasts without being renewed. */
  readonly leaseMs: number;
  /** How many chunks at most; one that a worker died with is handed out alone. */
  readonly most: number;
  /**
   * How many workers there are: towards the end, less is handed out at a time, so that all end
   * together.
   */
  readonly among: number;
  /** Systems that the worker cannot ask. */
  readonly without: readonly string[];
}

/** How far the work of a system on a task has come, in samples. */
export interface ChunkProgress {
  readonly task: string;
  readonly system: string;
  readonly open: number;
  readonly held: number;
  readonly done: number;
}

/**
 * A run that several processes work on. Work is offered in chunks and claimed for a while; a claim
 * whose holder falls silent is taken over, and from then on its holder cannot write any more. Every
 * such store must pass the contract test of shared stores.
 */
export interface SharedRunStore extends RunStore {
  /**
   * Under a claim, nothing is kept unless the claim still holds. @throws {ClaimLost} where it does
   * not.
   */
  append(events: readonly RunEvent[], claim?: Claim): Promise<void>;
  /** Adds work that is not there yet. */
  offer(chunks: readonly Chunk[]): Promise<void>;
  /** Takes all work back, also what is held: who holds it cannot write any more. */
  withdraw(): Promise<void>;
  /** The next work that nobody holds, or whose holder fell silent; `undefined` where there is none. */
  claim(request: ClaimRequest): Promise<Claim | undefined>;
  /** False: it was taken over. */
  renew(claim: Claim, leaseMs: number): Promise<boolean>;
  /** Notes which sample is worked on alone, so that it is known if the worker dies with it. */
  tries(claim: Claim, place: number): Promise<void>;
  /** Ends the work for good. @throws {ClaimLost} */
  complete(claim: Claim): Promise<void>;
  /** Gives the work back, for others to take. */
  release(claim: Claim): Promise<void>;
  progress(): Promise<readonly ChunkProgress[]>;
  /** As `tail` does, from a position that was handed out before; from the start without one. */
  follow(from: string | undefined, signal: AbortSignal): AsyncIterable<FollowedEvents>;
}

/** A part of the log, and where it ends. */
export interface FollowedEvents {
  readonly events: readonly RunEvent[];
  readonly position: string;
}

/** The work was taken over by another worker: whatever was done since is done again there. */
export class ClaimLost extends Error {
  override readonly name = "ClaimLost";

  constructor() {
    super("another worker has taken this work over");
  }
}
