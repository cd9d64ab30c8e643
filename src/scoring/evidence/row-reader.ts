import type { PackedColumn, Primitive } from "./evidence-column.ts";

/** Puts the members of one row together again. */
export type RowReader = (row: number) => Readonly<Record<string, Primitive>>;

/**
 * A reader of rows for columns of these names. Where the platform allows it, the object literal is
 * compiled for the very shape: setting members by name is several times slower, and a million rows
 * are read several times over (bench/run.ts).
 */
export function rowReader(names: readonly string[], columns: readonly PackedColumn[]): RowReader {
  return (
    compiled(names, columns) ??
    ((row) => Object.fromEntries(names.map((name, i) => [name, member(columns[i]!, row)])))
  );
}

function compiled(
  names: readonly string[],
  columns: readonly PackedColumn[],
): RowReader | undefined {
  const members = names.map((name, i) => {
    const code = `columns[${i}].codes[row]`;
    // A plain `__proto__` in a literal would set the prototype.
    const key = name === "__proto__" ? '["__proto__"]' : JSON.stringify(name);
    return `${key}: ${columns[i]!.values ? `columns[${i}].values[${code}]` : code}`;
  });
  try {
    return new Function("columns", `return (row) => ({ ${members.join(", ")} });`)(
      columns,
    ) as RowReader;
  } catch {
    // A page whose policy forbids compiling reads the same rows more slowly.
    return undefined;
  }
}

function member({ codes, values }: PackedColumn, row: number): Primitive {
  return values ? values[codes[row]!]! : codes[row]!;
}
