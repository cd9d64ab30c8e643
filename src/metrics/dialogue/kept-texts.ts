import { type WordInterner, wordInterner } from "../text/word-interner.ts";

/** Texts as numbers of words, outside the heap of JavaScript: two bytes a word, where strings take one for each letter. */
export interface KeptTexts {
  readonly words: WordInterner;
  /** What stands between single spaces: of text t from `starts[t]` up to `starts[t + 1]`; none only where the text is empty. */
  readonly tokens: Uint16Array | Uint32Array;
  readonly starts: Uint32Array;
  /** 1 where the text is printable ASCII with single spaces inside, so that its numbers are those of its words. */
  readonly isPlain: Uint8Array;
  /** Sums over pairs of these texts by what they count: several tables read the same ones. */
  readonly counted: Map<string, Float64Array>;
}

/** Keeps lists of texts whose words are numbered together. */
export function textKeeper(words: WordInterner = wordInterner()): (texts: readonly string[]) => KeptTexts {
  let buffer = new Int32Array(1 << 12);

  /** Writes what stands between the spaces of a text from `used` on and answers where it ends. */
  function read(text: string, used: number): { readonly end: number; readonly isPlain: boolean } {
    if (used + text.length + 1 > buffer.length) buffer = enlarged(buffer, 2 * (used + text.length + 1));
    const count = words.readPlain({ text, start: 0, end: text.length }, buffer, used);
    if (count >= 0) return { end: used + count, isPlain: true };
    const parts = words.splitAtSpaces(text);
    buffer.set(parts, used);
    return { end: used + parts.length, isPlain: false };
  }

  return (texts) => {
    const starts = new Uint32Array(texts.length + 1);
    const isPlain = new Uint8Array(texts.length).fill(1);
    for (let i = 0; i < texts.length; i++) {
      const part = texts[i] === "" ? { end: starts[i]!, isPlain: true } : read(texts[i]!, starts[i]!);
      starts[i + 1] = part.end;
      if (!part.isPlain) isPlain[i] = 0;
    }
    const all = buffer.subarray(0, starts[texts.length]);
    return { words, tokens: words.size <= 1 << 16 ? new Uint16Array(all) : new Uint32Array(all), starts, isPlain, counted: new Map() };
  };
}

/** A text as it was. */
export function keptText({ words, tokens, starts }: KeptTexts, number: number): string {
  let text = "";
  for (let at = starts[number]!; at < starts[number + 1]!; at++)
    text += at === starts[number] ? words.word(tokens[at]!) : ` ${words.word(tokens[at]!)}`;
  return text;
}

/** Texts from `from` up to `to` as one, a line each. */
export function keptLines(texts: KeptTexts, from: number, to: number): string {
  return Array.from({ length: to - from }, (_, i) => keptText(texts, from + i)).join("\n");
}

function enlarged(items: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(items);
  return larger;
}
