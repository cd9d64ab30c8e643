import { type KeptTexts, keptLines, textKeeper } from "./kept-texts.ts";
import { linesOf } from "./text-lines.ts";

/** Names the texts of evidence as numbers: a member that JSON and equality do not see. */
const keptTexts = Symbol("texts as numbers of words");

/** As many texts as there are pairs, said and wanted; and as many missed ones as have labels. A line each. */
interface TextLines {
  readonly generated: string;
  readonly references: string;
  readonly missed: string;
}

interface PairCounts {
  readonly semantics: readonly number[];
  readonly missedLabels: readonly string[];
}

interface HasKeptTexts {
  readonly [keptTexts]?: KeptTexts;
}

/**
 * Evidence whose texts are kept as numbers: first what was said in each pair, then its references, then the missed ones. Whoever reads
 * `generated`, `references` or `missed` gets strings made for the occasion; scores read the numbers, which saves them the strings.
 */
export function withKeptTexts<T extends PairCounts>(texts: KeptTexts, plain: T): T & TextLines {
  const pairs = plain.semantics.length;
  const evidence = {
    ...plain,
    get generated() {
      return keptLines(texts, 0, pairs);
    },
    get references() {
      return keptLines(texts, pairs, 2 * pairs);
    },
    get missed() {
      return keptLines(texts, 2 * pairs, 2 * pairs + plain.missedLabels.length);
    },
  };
  return Object.defineProperty(evidence, keptTexts, { value: texts });
}

/** Reads the texts of evidence as numbers, also of evidence that has been JSON, whose words are numbered here. */
export function evidenceTexts(): (evidence: PairCounts & TextLines) => KeptTexts {
  let keep: ReturnType<typeof textKeeper> | undefined;
  return (evidence) => {
    const kept = (evidence as HasKeptTexts)[keptTexts];
    if (kept) return kept;
    keep ??= textKeeper();
    const { semantics, generated, references, missed, missedLabels } = evidence;
    const pairs = semantics.length;
    return keep([...linesOf(generated, pairs), ...linesOf(references, pairs), ...linesOf(missed, missedLabels.length)]);
  };
}
