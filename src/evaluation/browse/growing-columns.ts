import { type GrowingArray, growing } from "../../math/growing-array.ts";
import { cutText } from "../../scoring/cut-text.ts";
import { type Column, endsOf } from "../../summary/browse/column-file.ts";
import { noCode } from "../../summary/browse/run-index.ts";

/** Past so many rows texts are cut shorter, so that no index holds gigabytes of them. */
const manyRows = 200_000;
const shortText = 40;

/** Texts that are gathered one after the other, each in one line and cut. */
export class GrowingTexts {
  #bytes = new Uint8Array(1 << 16);
  #end = 0;
  readonly #ends = growing.words();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  push(text: string | undefined): void {
    const most = this.#ends.length < manyRows ? this.#most : Math.min(this.#most, shortText);
    const line = text ? oneLine(text, most) : "";
    // A character takes at most three bytes for each of its units.
    while (this.#bytes.length < this.#end + 3 * line.length) this.#grow();
    this.#end += encoder.encodeInto(line, this.#bytes.subarray(this.#end)).written;
    this.#ends.push(this.#end);
  }

  /** In another order where one is given: row `order[i]` comes as the i-th. */
  columns(name: string, order?: Uint32Array): Readonly<Record<string, Column>> {
    const ends = this.#ends.view();
    if (!order) return { [name]: this.#bytes.subarray(0, this.#end), [endsOf(name)]: ends };
    const moved = { bytes: new Uint8Array(this.#end), ends: new Uint32Array(ends.length) };
    let end = 0;
    for (let i = 0; i < order.length; i++) {
      const row = order[i]!;
      const text = this.#bytes.subarray(row === 0 ? 0 : ends[row - 1], ends[row]);
      moved.bytes.set(text, end);
      end += text.length;
      moved.ends[i] = end;
    }
    return { [name]: moved.bytes, [endsOf(name)]: moved.ends };
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

const encoder = new TextEncoder();

function oneLine(text: string, most: number): string {
  const start = text.length > 4 * most ? text.slice(0, 4 * most) : text;
  // Most texts are one line already, and there are many of them.
  return cutText(/[^\S ]| {2}/.test(start) ? start.replace(/\s+/g, " ").trim() : start, most);
}

/** A field of samples, as long as it has few values. */
export class GrowingField {
  readonly name: string;
  readonly isSlice: boolean;
  readonly #most: number;
  readonly #values = new Map<string, number>();
  readonly #codes = growing.words();
  #isTooFine = false;

  constructor(
    name: string,
    { isSlice, most }: { readonly isSlice: boolean; readonly most: number },
  ) {
    this.name = name;
    this.isSlice = isSlice;
    this.#most = most;
  }

  get isTooFine(): boolean {
    return this.#isTooFine;
  }

  set(row: number, value: string): void {
    if (this.#isTooFine) return;
    let code = this.#values.get(value);
    if (code === undefined) {
      code = this.#values.size;
      this.#values.set(value, code);
      this.#isTooFine = code >= this.#most;
      if (this.#isTooFine) return;
    }
    pad(this.#codes, row, noCode.field);
    this.#codes.push(code);
  }

  /** Values in their natural order, and the place of each row's value among them. */
  finish(rows: number): { readonly values: readonly string[]; readonly codes: Uint16Array } {
    pad(this.#codes, rows, noCode.field);
    const names = [...this.#values.keys()];
    const values = names.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const place = new Map(values.map((value, at) => [value, at]));
    const places = names.map((name) => place.get(name)!);
    return {
      values,
      codes: Uint16Array.from(this.#codes.view(), (code) =>
        code === noCode.field ? code : places[code]!,
      ),
    };
  }
}

function pad(column: GrowingArray<Uint32Array>, length: number, value: number): void {
  while (column.length < length) column.push(value);
}
