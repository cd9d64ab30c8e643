import type { PackedTexts, PairedTexts } from "./packed-texts.ts";

/** Which of the packed texts belong to which document. */
export interface TextDocuments {
  /** Numbers of texts, each at most once; those of one document one after the other. */
  readonly texts: Uint32Array;
  /** The document of each of them, numbered from 0 in their order. */
  readonly owners: Uint32Array;
  readonly count: number;
}

/** Some of the documents of a corpus; all parts share their words. */
export interface CorpusPart {
  readonly references: PackedTexts;
  readonly documents: TextDocuments;
}

/** Some of the pairs of a corpus, with the documents among their references. */
export interface CiderTexts extends PairedTexts, CorpusPart {
  /** What is compared: a candidate and a reference each by their numbers. */
  readonly pairs: { readonly candidates: Uint32Array; readonly references: Uint32Array };
}
