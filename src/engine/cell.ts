import type { ConditionedLooks } from "../core/asking/condition.ts";
import type { ProtocolSettings } from "../core/asking/protocol.ts";
import type { FitReport, System } from "../core/asking/system.ts";
import type { SampleBatches } from "../core/data/dataset.ts";
import type { MediaSource } from "../core/data/media.ts";
import type { Digest } from "../core/digest.ts";
import { type Family, protocolFor } from "../core/family.ts";
import { canonicalJson, type Json } from "../core/json.ts";
import { cellDigits } from "../core/run/work.ts";

/** One system on one task: everything that is the same for all of its samples. */
export interface Cell {
  readonly task: string;
  readonly family: Family;
  readonly settings: ProtocolSettings<unknown>;
  /** The extractor that decides how a reply ends. */
  readonly extractor: string;
  readonly system: System;
  /**
   * Where frames come from; absent where the system sees nothing, or is to be asked without media.
   */
  readonly media?: MediaSource | undefined;
  /**
   * Where lengths of videos come from for a system that is shown nothing, so that it is asked about
   * the same parts.
   */
  readonly facts?: MediaSource | undefined;
  /** Where a probe is asked. */
  readonly conditioned?: ConditionedLooks | undefined;
  /** Systems that grade, by role. */
  readonly helpers: Readonly<Record<string, System>>;
  /** Where frames come from for those of them that look, by role. */
  readonly helperMedia?: Readonly<Record<string, MediaSource>> | undefined;
  /** What a system learnt, by its digest, and how the training went; in no key. */
  readonly training?: { readonly digest: string; readonly report?: FitReport } | undefined;
  /** The samples as this system meets them, where they are not those of the task. */
  readonly samples?: SampleBatches | undefined;
  /** Which of several repeats, counted from 0. */
  readonly repeat: number;
  /** The first half of every work key. */
  readonly digest: string;
  /** What the second half is made of; the whole content of the sample if left out. */
  readonly keys?: "asked" | "content" | undefined;
  /**
   * Whether answers come from memory and yet never depend on the truth, as those of a file: they are
   * found again under a corrected truth.
   */
  readonly ignoresTruth?: boolean | undefined;
}

export type CellParts = Omit<Cell, "digest" | "repeat"> & {
  readonly repeat?: number;
  readonly fitted?: string | undefined;
};

export function cell(parts: CellParts, digest: Digest): Cell {
  const { fitted: _, repeat = 0, ...own } = parts;
  const text = canonicalJson(cellIdentity(parts));
  return { ...own, repeat, digest: digest(text).slice(0, cellDigits) };
}

/** What the digest of a cell is made of. */
export function cellIdentity({ fitted, repeat = 0, ...parts }: CellParts): Json {
  const { family, system } = parts;
  return {
    family: family.id,
    version: family.version,
    protocol: protocolIdentity(parts),
    system: { id: system.id, kind: system.kind, ...(system.identity as Record<string, Json>) },
    media: parts.media && system.sees ? parts.media.identity : null,
    fitted: fitted ?? null,
    condition: null,
    repeat,
  };
}

function protocolIdentity({ family, system, settings }: Omit<Cell, "digest" | "repeat">): Json {
  return protocolFor(family, system.speaks)?.identity(settings) ?? null;
}
