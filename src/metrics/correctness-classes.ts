import { growing } from "../math/growing-array.ts";
import type { HasCorrectness } from "./accuracy.ts";

export interface CorrectnessClasses<Key> {
  /** 0 where the truth is hidden, 2k + 1 for wrong and 2k + 2 for right samples of `keys[k]`. */
  readonly classes: Uint32Array;
  readonly classCount: number;
  readonly keys: readonly Key[];
}

/** Classes of samples by a key that they share and by whether they are right. */
export function correctnessClasses<Evidence extends HasCorrectness, Key>(
  evidence: Iterable<Evidence>,
  keyOf: (item: Evidence) => Key,
): CorrectnessClasses<Key> {
  const places = new Map<Key, number>();
  const classes = growing.words();
  for (const item of evidence) {
    const key = keyOf(item);
    if (item.correct === null) {
      classes.push(0);
      continue;
    }
    let place = places.get(key);
    if (place === undefined) {
      place = places.size;
      places.set(key, place);
    }
    classes.push(2 * place + 1 + item.correct);
  }
  return { classes: classes.view(), classCount: 2 * places.size + 1, keys: [...places.keys()] };
}
