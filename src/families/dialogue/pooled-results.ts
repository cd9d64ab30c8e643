import { memoryScratch, type ScratchMaker } from "../../core/data/scratch.ts";
import { exportedJson } from "./exported-json.ts";

/** What is pooled, in the order of the file; `gen_ref` is an object, the others are lists. */
const parts = [
  "missed",
  "redundant",
  "matched",
  "match_costs",
  "semantic_scores",
  "gen_ref",
  "time_diff",
] as const;
type Part = (typeof parts)[number];

/** What one stream adds. */
export type PooledStream = { readonly [Name in Exclude<Part, "gen_ref">]: readonly unknown[] } & {
  readonly gen_ref: Readonly<Record<string, unknown>>;
};

/** The content of `all_results.json`, as it would be written in one piece. */
export interface PooledResults {
  add(stream: PooledStream): void;
  /** Pieces of text, one after the other. */
  texts(): Iterable<string>;
}

/** Pieces of about so many letters are written at once. */
const pieceLetters = 1 << 18;

/**
 * The file has list after list, and streams come one after the other with something for each of
 * them: what they add lies aside, written already, until all have come.
 */
export function pooledResults(makeScratch: ScratchMaker = memoryScratch): PooledResults {
  const scratch = makeScratch();
  const places = new Map<Part, number[]>(parts.map((part) => [part, []]));
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  function* pieces(): Generator<string> {
    for (const [at, part] of parts.entries()) {
      const [open, close] = part === "gen_ref" ? "{}" : "[]";
      yield `${at === 0 ? "{" : ","}\n  "${part}": ${open}`;
      const own = places.get(part)!;
      for (const [which, place] of own.entries())
        yield `${which === 0 ? "" : ","}\n${decoder.decode(scratch.read(place))}`;
      yield own.length === 0 ? close! : `\n  ${close}`;
    }
    yield "\n}\n";
  }
  return {
    add(stream) {
      for (const part of parts) {
        const text = membersOf(stream[part]);
        if (text !== "") places.get(part)!.push(scratch.keep(encoder.encode(text)));
      }
    },
    *texts() {
      let text = "";
      for (const piece of pieces()) {
        text += piece;
        if (text.length < pieceLetters) continue;
        yield text;
        text = "";
      }
      if (text !== "") yield text;
    },
  };
}

/**
 * The members of a list or object as they stand in one that is a member itself; empty where there
 * are none.
 */
function membersOf(whole: PooledStream[Part]): string {
  const lines = exportedJson(whole).trimEnd().split("\n");
  return lines
    .slice(1, -1)
    .map((line) => `  ${line}`)
    .join("\n");
}
