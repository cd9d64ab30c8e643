/** Something that the cache keeps, and how to look at it, shrink it and empty it. */
export interface CacheKind {
  readonly id: string;
  readonly what: string;
  /** Whether it came from elsewhere and would have to be fetched again. */
  readonly isFetched: boolean;
  size(): Promise<KindSize>;
  prune(bounds: PruneBounds): Promise<KindRemoval>;
  clear(): Promise<KindRemoval>;
}

interface KindSize {
  readonly count: number;
  readonly bytes: number;
}

/** What was used longest ago goes first, until neither bound is passed; what may be in use stays. */
export interface PruneBounds {
  readonly maxBytes: number;
  /** Whatever nobody used for so long goes in any case; infinite where age does not matter. */
  readonly unusedMs: number;
}

export interface KindRemoval {
  readonly removed: number;
  readonly freedBytes: number;
  readonly left: number;
  readonly leftBytes: number;
}
