import type { OutcomeKind } from "../../core/run/outcome.ts";
import { growing } from "../../math/growing-array.ts";
import { hexWord } from "../../math/hex-word.ts";
import { sortByKey } from "../../math/sort-by-key.ts";
import type { SampleDigests } from "./evidence-set.ts";

/** Why a sample is not scored by no doing of its system. */
type UnscoredKind = (typeof unscoredKinds)[number];
/** How a system left a sample without an answer by its own doing. */
type UnansweredKind = (typeof unansweredKinds)[number];

const beyondAscii = /[\u0080-\uffff]/;
const unscoredKinds = ["media-error", "failed", "pending"] as const;
const unansweredKinds = ["unparsed", "refused", "truncated", "missing"] as const;
/** By their codes, which begin at 1; 0 is an answer. */
const kinds: readonly string[] = [...unscoredKinds, ...unansweredKinds];

/** All samples that were planned for a system, in the order of their digests. */
export interface IndexedSamples {
  readonly digests: SampleDigests;
  /** Why the sample at this place is not scored; `undefined` where it is. */
  unscored(at: number): UnscoredKind | undefined;
  /** How the sample at this place was left without an answer; `undefined` where it was not. */
  unanswered(at: number): UnansweredKind | undefined;
  id(at: number): string;
}

/**
 * Remembers which samples were planned for a system and what became of them, so that it can be said
 * which ones two systems have in common: about 9 bytes each beside the id itself.
 */
export class SampleIndex {
  readonly #high = growing.words();
  readonly #low = growing.words();
  readonly #codes = growing.bytes();
  readonly #ids = growing.bytes();
  readonly #ends = growing.words();
  readonly #encoder = new TextEncoder();

  /** `digest`: at least 16 hexadecimal digits; `outcome`: `undefined` where it was not reached. */
  add(id: string, digest: string, outcome: OutcomeKind | undefined): void {
    this.#high.push(hexWord(digest, 0));
    this.#low.push(hexWord(digest, 8));
    this.#codes.push(kinds.indexOf(outcome ?? "pending") + 1);
    this.#keepId(id);
    this.#ends.push(this.#ids.length);
  }

  /** As bytes, since a string that is kept may keep the whole line it was cut from. */
  #keepId(id: string): void {
    if (beyondAscii.test(id)) for (const byte of this.#encoder.encode(id)) this.#ids.push(byte);
    else for (let at = 0; at < id.length; at++) this.#ids.push(id.charCodeAt(at));
  }

  ordered(): IndexedSamples {
    const order = sortByKey(this.#high.view(), this.#low.view());
    const [high, low, codes] = [this.#high.view(), this.#low.view(), this.#codes.view()];
    const [ids, ends] = [this.#ids.view(), this.#ends.view()];
    const decoder = new TextDecoder();
    return {
      digests: {
        high: Uint32Array.from(order, (row) => high[row]!),
        low: Uint32Array.from(order, (row) => low[row]!),
      },
      unscored: (at) => unscoredKinds[codes[order[at]!]! - 1],
      unanswered: (at) => unansweredKinds[codes[order[at]!]! - 1 - unscoredKinds.length],
      id: (at) => {
        const row = order[at]!;
        return decoder.decode(ids.subarray(row === 0 ? 0 : ends[row - 1]!, ends[row]!));
      },
    };
  }
}
