import { growing } from "../../math/growing-array.ts";
import { type PackedTexts, textPacker } from "../text/packed-texts.ts";
import { type WordInterner, wordInterner } from "../text/word-interner.ts";
import { type KeptTexts, keptText } from "./kept-texts.ts";

/** Gathers some of kept texts and packs them at once, into arrays of just their size: arrays that grow would take twice the memory for a moment. */
export interface TextTaker {
  /** Takes one text and answers its new number. */
  take(texts: KeptTexts, number: number): number;
  packed(): PackedTexts;
}

/** Takers that share their words: those of the first texts that come, so that texts of one measure are taken as the numbers they are. */
export function textTakers(count: number): readonly TextTaker[] {
  let shared: WordInterner | undefined;
  const wordsFor = (own?: WordInterner): WordInterner => {
    shared ??= own ?? wordInterner();
    return shared;
  };
  return Array.from({ length: count }, () => textTaker(wordsFor));
}

type Numbers = Pick<KeptTexts, "tokens" | "starts"> | PackedTexts;

function textTaker(wordsFor: (own?: WordInterner) => WordInterner): TextTaker {
  const sources: Numbers[] = [];
  /** By text: the place of its source, from 1, and its number there; 0 for those that were read anew. */
  const [places, numbers] = [growing.words(), growing.words()];
  let others: ReturnType<typeof textPacker> | undefined;

  function takeAnew(text: string): void {
    others ??= textPacker(wordsFor());
    places.push(0);
    numbers.push(others.add(text));
  }

  return {
    take(texts, number) {
      if (texts.isPlain[number] === 0 || wordsFor(texts.words) !== texts.words) takeAnew(keptText(texts, number));
      else {
        if (sources.at(-1) !== texts) sources.push(texts);
        places.push(sources.length);
        numbers.push(number);
      }
      return places.length - 1;
    },
    packed() {
      const words = wordsFor();
      const anew = (others ?? textPacker(words)).packed();
      const taken = { places: places.view(), numbers: numbers.view() };
      return { words, ...copied([anew, ...sources], taken), unusual: renumbered(anew.unusual, taken) };
    },
  };
}

interface Taken {
  readonly places: Uint32Array;
  readonly numbers: Uint32Array;
}

function copied(sources: readonly Numbers[], { places, numbers }: Taken): Pick<PackedTexts, "tokens" | "starts"> {
  const starts = new Uint32Array(places.length + 1);
  for (let text = 0; text < places.length; text++) {
    const own = sources[places[text]!]!.starts;
    starts[text + 1] = starts[text]! + own[numbers[text]! + 1]! - own[numbers[text]!]!;
  }
  const tokens = new Int32Array(starts[places.length]!);
  for (let text = 0; text < places.length; text++) {
    const source = sources[places[text]!]!;
    const from = source.starts[numbers[text]!]! - starts[text]!;
    for (let at = starts[text]!; at < starts[text + 1]!; at++) tokens[at] = source.tokens[from + at]!;
  }
  return { tokens, starts };
}

/** Texts that were read anew, as they are written, by their new numbers. */
function renumbered(unusual: ReadonlyMap<number, string>, { places, numbers }: Taken): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  if (unusual.size === 0) return texts;
  for (let text = 0; text < places.length; text++) {
    const written = places[text] === 0 ? unusual.get(numbers[text]!) : undefined;
    if (written !== undefined) texts.set(text, written);
  }
  return texts;
}
