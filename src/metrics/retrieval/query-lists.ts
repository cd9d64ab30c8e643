import type { PackedNames } from "./packed-names.ts";
import { joinNames } from "./packed-names.ts";
import { fieldText, type TrecLine } from "./trec-lines.ts";

/** Named items with a number each, such as the documents returned for a query with their scores. */
export interface NumberedNames {
  readonly names: PackedNames;
  readonly numbers: Float64Array;
}

/** Gathers named numbers by query, in any order, in the bytes of the names and 12 bytes each. */
export interface QueryLists {
  /** The query and the name are fields of the line. */
  add(line: TrecLine, name: number, value: number): void;
  /** By query, in the order in which they first came. */
  finish(): ReadonlyMap<string, NumberedNames>;
}

/**
 * Lines of one query usually stand together: such a stretch is gathered in buffers that are used
 * again, and kept as exact copies.
 */
export function queryLists(): QueryLists {
  const lists = new Map<string, NumberedNames[]>();
  let query = new Uint8Array(0);
  let text = "";
  let bytes = new Uint8Array(1 << 16);
  let byteCount = 0;
  let ends = new Uint32Array(1 << 10);
  let numbers = new Float64Array(1 << 10);
  let count = 0;

  function isSameQuery({ bytes: from, fields }: TrecLine): boolean {
    const start = fields[0]!;
    if (fields[1]! - start !== query.length) return false;
    for (let i = 0; i < query.length; i++) if (from[start + i] !== query[i]) return false;
    return true;
  }

  function close(): void {
    if (count === 0) return;
    const own = lists.get(text) ?? [];
    own.push({
      names: { bytes: bytes.slice(0, byteCount), ends: ends.slice(0, count) },
      numbers: numbers.slice(0, count),
    });
    lists.set(text, own);
    byteCount = count = 0;
  }

  function open(line: TrecLine): void {
    close();
    query = line.bytes.slice(line.fields[0], line.fields[1]);
    text = fieldText(line, 0);
  }

  return {
    add(line, name, value) {
      if (count === 0 || !isSameQuery(line)) open(line);
      const { bytes: from, fields } = line;
      const end = fields[2 * name + 1]!;
      if (byteCount + end - fields[2 * name]! > bytes.length)
        bytes = enlarged(bytes, new Uint8Array(bytes.length * 2 + end));
      if (count === ends.length) {
        ends = enlarged(ends, new Uint32Array(count * 2));
        numbers = enlarged(numbers, new Float64Array(count * 2));
      }
      for (let at = fields[2 * name]!; at < end; at++) bytes[byteCount++] = from[at]!;
      ends[count] = byteCount;
      numbers[count++] = value;
    },
    finish() {
      close();
      return new Map([...lists].map(([name, own]) => [name, joined(own)]));
    },
  };
}

function joined(own: readonly NumberedNames[]): NumberedNames {
  if (own.length === 1) return own[0]!;
  const numbers = new Float64Array(own.reduce((sum, one) => sum + one.numbers.length, 0));
  let count = 0;
  for (const one of own) {
    numbers.set(one.numbers, count);
    count += one.numbers.length;
  }
  return { names: joinNames(own.map(({ names }) => names)), numbers };
}

function enlarged<T extends Uint8Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
