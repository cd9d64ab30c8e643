import type { Limiter, Released } from "../../core/asking/limiter.ts";
import type { Outage } from "../outage.ts";

/** What systems of equal scope share: when they may be asked, and whether the other side is down. */
export interface Account {
  readonly limiter: Limiter;
  /** The largest number of asks that any of its systems may have under way. */
  most: number;
  readonly outage: Outage;
  /** What the last overload said. */
  overload: string | undefined;
}

/** One server of a pool. */
export interface PoolServer {
  readonly name: string;
  /** Its place among the servers of the system. */
  readonly at: number;
  readonly account: Account;
  /** Why it is not asked any more in this start. */
  leftOut: string | undefined;
}

/** Room for one ask, with the moment at which it was taken. */
export interface Place {
  readonly account: Account;
  readonly startedAt: number;
  /** Of systems that have several. */
  readonly server?: PoolServer;
  release(ended: Omit<Released, "startedAt">): void;
}
