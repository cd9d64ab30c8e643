/** Something that the cache keeps, and how to look at it, shrink it and empty it. */
export interface CacheKind {
  readonly id: string;
  readonly what: string;
  /** Whether it came from elsewhere and would have to be fetched again. */
  readonly isFetched: boolean;
  size(): Promise<KindSize>;
  /** What there is of it, used last first; absent where entries tell a person nothing. */
  entries?(): Promise<readonly CacheEntry[]>;
  prune(bounds: PruneBounds): Promise<KindRemoval>;
  clear(): Promise<KindRemoval>;
}

interface KindSize {
  readonly count: number;
  readonly bytes: number;
}

/** One thing that the cache keeps. */
export interface CacheEntry {
  /** Such as the path of the video that frames are from. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly usedMs: number;
  /** Further facts, in a few words; may be empty. */
  readonly about: string;
  /** What `--json` has of it besides. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * What was used longest ago goes first, until neither bound is passed; what may be in use stays.
 */
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
