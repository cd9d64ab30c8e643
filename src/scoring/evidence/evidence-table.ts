import { isRecord } from "../../core/json.ts";
import type { Weights } from "../../core/scores/metric.ts";
import { EvidenceColumn, type Primitive } from "./evidence-column.ts";
import { rowReader } from "./row-reader.ts";

/**
 * The evidence of all samples for one measure. Objects of one shape with plain members are taken
 * apart into columns, so that a million of them fit into some tens of megabytes; anything else is
 * kept as it is.
 */
export class EvidenceTable {
  #keys: readonly string[] = [];
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
    for (let i = 0; i < this.#columns.length; i++) this.#columns[i]!.push(record[this.#keys[i]!]!);
  }

  /**
   * The evidence of the samples that count, in the given order: row `order[i]` where `weights[i]`
   * is not 0. May be iterated again.
   */
  rows(order?: Uint32Array, weights?: Weights): Iterable<unknown> {
    const length = this.#length;
    const objects = this.#objects;
    const read = objects
      ? (row: number) => objects[row]
      : rowReader(
          this.#keys,
          this.#columns.map((column) => column.packed()),
        );
    return {
      *[Symbol.iterator]() {
        for (let i = 0; i < length; i++)
          if (!weights || weights[i]! > 0) yield read(order ? order[i]! : i);
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
    return (
      keys.length === this.#keys.length && this.#keys.every((key) => Object.hasOwn(evidence, key))
    );
  }
}

function isPrimitive(value: unknown): value is Primitive {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
  );
}
