import { type GrowingArray, growing } from "../../math/growing-array.ts";

export type Primitive = string | number | boolean | null;

/** More different values than this are kept as numbers, not as codes. */
const fewValues = 256;

export interface PackedColumn {
  readonly codes: Uint8Array | Uint32Array | Float64Array;
  readonly values: readonly Primitive[] | undefined;
}

/**
 * One member of all evidence objects. Few different values cost a byte each, other numbers eight.
 */
export class EvidenceColumn {
  readonly #values: Primitive[] = [];
  readonly #codes = new Map<Primitive, number>();
  readonly #small = growing.bytes();
  #wide: GrowingArray<Uint32Array> | undefined;
  #numbers: GrowingArray<Float64Array> | undefined;

  push(value: Primitive): void {
    if (this.#numbers) {
      if (typeof value === "number") {
        this.#numbers.push(value);
        return;
      }
      this.#toCodes();
    }
    let code = this.#codes.get(value);
    if (code === undefined) {
      code = this.#values.length;
      if (code === fewValues && !this.#wide) {
        this.#widen(value);
        if (this.#numbers) {
          this.#numbers.push(value as number);
          return;
        }
      }
      this.#codes.set(value, code);
      this.#values.push(value);
    }
    if (this.#wide) this.#wide.push(code);
    else this.#small.push(code);
  }

  /**
   * How to read the column: number `codes[row]` itself or, where there are values,
   * `values[codes[row]]`. Valid until the next push.
   */
  packed(): PackedColumn {
    if (this.#numbers) return { codes: this.#numbers.view(), values: undefined };
    return { codes: (this.#wide ?? this.#small).view(), values: this.#values };
  }

  /** Many different values: numbers are kept as they are, anything else as wider codes. */
  #widen(value: Primitive): void {
    if (typeof value === "number" && this.#values.every((known) => typeof known === "number")) {
      const numbers = growing.numbers();
      for (const code of this.#small.view()) numbers.push(this.#values[code] as number);
      this.#numbers = numbers;
      return;
    }
    this.#wide = growing.words();
    for (const code of this.#small.view()) this.#wide.push(code);
  }

  /** A column of numbers met something else. */
  #toCodes(): void {
    const numbers = this.#numbers!.view();
    this.#numbers = undefined;
    this.#codes.clear();
    this.#values.length = 0;
    this.#wide = growing.words();
    for (const number of numbers) this.push(number);
  }
}
