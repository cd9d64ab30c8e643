import { fileScratch } from "../../src/files/file-scratch.ts";
import type { DialogueEvidence } from "../../src/metrics/dialogue/dialogue-evidence.ts";
import { similarPairs } from "../../src/metrics/dialogue/similar-pairs.ts";
import { ngramDocuments } from "../../src/metrics/text/ngram-documents.ts";
import { scoreStreams } from "./score-streams.ts";
import { syntheticStream } from "./synthetic-streams.ts";

/**
 * Scores as many streams as it is told, one after the other, for measuring memory from outside:
 * with `all` scores, or without CIDEr. Prints what is alive of the streams at the end, in bytes; as
 * `ngrams`, the n-grams that CIDEr holds at once. Runs with `--expose-gc`.
 */
function* streams(count: number) {
  for (let number = 0; number < count; number++)
    yield syntheticStream(number, { frameCount: 4_000, utterances: 400 });
}

function bytesInUse(): number {
  globalThis.gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function countedNgrams(evidence: readonly DialogueEvidence[]): {
  readonly ngrams: number;
  readonly bytes: number;
} {
  const pairs = similarPairs(evidence, { threshold: 0.5, withOthers: false });
  const parts = {
    *[Symbol.iterator]() {
      for (const { open } of pairs) {
        const { texts, ...part } = open();
        yield { candidates: texts, references: texts, ...part };
      }
    },
  };
  return ngramDocuments(parts, { scratch: fileScratch }).held;
}

const [count, kind] = process.argv.slice(2);
// Once beforehand, for what is made at the first use.
scoreStreams(streams(20), { withAnalyses: false });
const before = bytesInUse();
scoreStreams(streams(Number(count)), {
  withAnalyses: false,
  withCider: kind === "all",
  atEnd: (evidence) =>
    console.log(
      JSON.stringify(
        kind === "ngrams" ? countedNgrams(evidence) : { bytes: bytesInUse() - before },
      ),
    ),
});
