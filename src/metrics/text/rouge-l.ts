import type { SampleMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { sampleMetric } from "../sample-metric.ts";
import { assertReferences, type TextPair } from "./text-pair.ts";

export interface RougeLOptions {
  /** How much more recall counts than precision; 1.2 unless told. */
  readonly beta?: number;
}

/** What ROUGE-L reads of one segment. */
export interface HasLongestCommon {
  /** Best share of the candidate's words in a common subsequence with a reference. */
  readonly precision: number;
  /** Best share of a reference's words, not necessarily the same reference. */
  readonly recall: number;
}

/** The identity of a `rougeLMeter`, for families whose measure is just this. */
export const rougeLMeasureSignature = signature("rouge-l-statistics", 1, {
  references: "best-precision-and-best-recall",
  words: "single-space",
});

/**
 * ROUGE-L as in coco-caption (Lin, 2004; Chen et al., 2015, arXiv:1504.00325): F of the best precision and the best recall of a longest
 * common subsequence, taken over the references separately; mean over segments. Checked with pycocoevalcap 1.2.
 */
export function rougeL(measure: string, { beta = 1.2 }: RougeLOptions = {}): SampleMetric<HasLongestCommon> {
  if (!(beta > 0)) throw new RangeError(`beta is ${beta}, but it must be above 0`);
  return sampleMetric({
    id: "rouge-l",
    title: "ROUGE-L",
    signature: signature("rouge-l-coco", 1, { beta, references: "best-precision-and-best-recall", scale: 1 }),
    measure,
    kind: "mean",
    best: 1,
    worst: 0,
    value: ({ precision, recall }) =>
      precision === 0 || recall === 0 ? 0 : ((1 + beta ** 2) * precision * recall) / (recall + beta ** 2 * precision),
  });
}

/**
 * Measures any number of pairs with one set of buffers. Tokens are what stands between single spaces, so an empty text has one empty token,
 * which matches another empty text.
 */
export function rougeLMeter(): (pair: TextPair) => HasLongestCommon {
  const words = new Map<string, number>();
  let masks = new Int32Array(1024);
  return (pair) => {
    assertReferences(pair);
    words.clear();
    const candidate = pair.candidate.split(" ");
    const blocks = Math.ceil(candidate.length / 32);
    if (candidate.length * blocks > masks.length) masks = new Int32Array(candidate.length * blocks * 2);
    else masks.fill(0, 0, candidate.length * blocks);
    for (let i = 0; i < candidate.length; i++) {
      let word = words.get(candidate[i]!);
      if (word === undefined) {
        word = words.size;
        words.set(candidate[i]!, word);
      }
      masks[word * blocks + (i >>> 5)]! |= 1 << (i & 31);
    }
    let precision = 0;
    let recall = 0;
    for (const reference of pair.references) {
      const others = reference.split(" ");
      const common = blocks === 1 ? shortLongestCommon(others, words, masks) : longestCommon(others, { words, masks, blocks });
      precision = Math.max(precision, common / candidate.length);
      recall = Math.max(recall, common / others.length);
    }
    return { precision, recall };
  };
}

/** Where each word of the candidate stands: one bit per place, `blocks` times 32 of them per word. */
interface Places {
  readonly words: ReadonlyMap<string, number>;
  readonly masks: Int32Array;
  readonly blocks: number;
}

/** `longestCommon` for a candidate of at most 32 words, as nearly all captions are: one register, no array. */
function shortLongestCommon(others: readonly string[], words: ReadonlyMap<string, number>, masks: Int32Array): number {
  let row = -1;
  for (let i = 0; i < others.length; i++) {
    const word = words.get(others[i]!);
    if (word === undefined) continue;
    const taken = row & masks[word]!;
    row = (row + taken) | (row & ~taken);
  }
  return bitCount(~row);
}

/**
 * Length of the longest common subsequence, 32 words of the candidate at a time (Hyyrö, 2004, "Bit-parallel LCS-length computation
 * revisited"): `masks` holds the places of each word.
 */
function longestCommon(others: readonly string[], { words, masks, blocks }: Places): number {
  const row = new Int32Array(blocks).fill(-1);
  for (const other of others) {
    const word = words.get(other);
    if (word === undefined) continue;
    let carry = 0;
    for (let block = 0; block < blocks; block++) {
      const before = row[block]!;
      const taken = before & masks[word * blocks + block]!;
      const sum = (before >>> 0) + (taken >>> 0) + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      row[block] = sum | 0 | (before & ~taken);
    }
  }
  let zeros = 0;
  for (const bits of row) zeros += bitCount(~bits);
  return zeros;
}

function bitCount(bits: number): number {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
