import { cutText } from "./cut-text.ts";

/** Shapes kept while counting. */
const kept = 200;
const longest = 160;

interface Counted<Example> {
  count: number;
  /** The first in the order of texts, whatever order they came in. */
  text: string;
  isOneText: boolean;
  examples: readonly Example[];
}

interface AlikeCount<Example> {
  /** With ", and alike" where it stands for others of its shape. */
  readonly text: string;
  readonly count: number;
  readonly examples: readonly Example[];
}

/**
 * Counts texts, those of one shape as one, told by an example. Beyond some hundreds the longest
 * shapes are dropped: what many samples share is short, and so the result does not depend on the
 * order in which samples come.
 */
export class MessageCounter<Example = never> {
  readonly #shapes = new Map<string, Counted<Example>>();
  readonly #choose: (examples: readonly Example[]) => readonly Example[];

  /**
   * `choose` says which examples of a shape are kept, whatever order they came in; none if left
   * out.
   */
  constructor(choose: (examples: readonly Example[]) => readonly Example[] = () => []) {
    this.#choose = choose;
  }

  add(shape: string, text: string, ...examples: readonly Example[]): void {
    const key = cutText(shape, longest);
    const shown = cutText(text, longest);
    const known = this.#shapes.get(key);
    if (!known) {
      this.#shapes.set(key, {
        count: 1,
        text: shown,
        isOneText: true,
        examples: this.#choose(examples),
      });
      if (this.#shapes.size > 2 * kept) this.#dropLongest();
      return;
    }
    known.count++;
    known.isOneText &&= known.text === shown;
    if (shown < known.text) known.text = shown;
    known.examples = this.#choose([...known.examples, ...examples]);
  }

  /** The most frequent first. */
  list(): readonly AlikeCount<Example>[] {
    this.#dropLongest();
    return [...this.#shapes.values()]
      .map(({ count, text, isOneText, examples }) => ({
        text: isOneText ? text : `${text}, and alike`,
        count,
        examples,
      }))
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  }

  /**
   * What was dropped may come again but not stay, since those before it only become more: whatever
   * stays to the end was counted in full.
   */
  #dropLongest(): void {
    if (this.#shapes.size <= kept) return;
    const shapes = [...this.#shapes.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    for (const shape of shapes.slice(kept)) this.#shapes.delete(shape);
  }
}
