import { isRecord } from "../core/json.ts";
import { EvidenceColumn, type Primitive } from "./evidence-column.ts";

/**
 * The evidence of all samples for one measure. Objects of one shape with plain members are taken apart into columns, so that a million
 * of them fit into some tens of megabytes; anything else is kept as it is.
 */
export class EvidenceTable {
  #keys: readonly string[] | undefined;
  #columns: readonly EvidenceColumn[] = [];
  #objects: unknown[] | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(evidence: unknown): void {
    if (this.#objects === undefined && !this.#fits(evidence)) this.#objects = [...this.rows()];
    this.#length++;
    if (this.#objects) {
      this.#objects.push(evidence);
      return;
    }
    const record = evidence as Readonly<Record<string, Primitive>>;
    for (let i = 0; i < this.#columns.length; i++) this.#columns[i]!.push(record[this.#keys![i]!]!);
  }

  row(index: number): unknown {
    if (this.#objects) return this.#objects[index];
    const record: Record<string, Primitive> = {};
    for (let i = 0; i < this.#columns.length; i++) record[this.#keys![i]!] = this.#columns[i]!.at(index);
    return record;
  }

  /** All evidence, in the given order. May be iterated again. */
  rows(order?: Uint32Array): Iterable<unknown> {
    const length = this.#length;
    const row = this.row.bind(this);
    return {
      *[Symbol.iterator]() {
        for (let i = 0; i < length; i++) yield row(order ? order[i]! : i);
      },
    };
  }

  #fits(evidence: unknown): boolean {
    if (!isRecord(evidence)) return false;
    const keys = Object.keys(evidence);
    if (!keys.every((key) => isPrimitive(evidence[key]))) return false;
    if (this.#length === 0) {
      this.#keys = keys;
      this.#columns = keys.map(() => new EvidenceColumn());
      return true;
    }
    return keys.length === this.#keys!.length && this.#keys!.every((key) => key in evidence);
  }
}

function isPrimitive(value: unknown): value is Primitive {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
