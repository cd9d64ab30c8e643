import type { DecodedArray, SchemaTree } from "hyparquet";
import { assembleNested } from "hyparquet/src/assemble.js";
import { openLeaves, openParquet, parquetError, parsersFor } from "./parquet-file.ts";

const batchRows = 1_000;

/** Columns of a Parquet file, and whether all that they hold is of single precision. */
export async function parquetFloats(path: string): Promise<ReadonlyMap<string, boolean>> {
  await using parquet = await openParquet(path);
  return new Map(parquet.schema.children.map((child) => [child.element.name, isFloat(child)]));
}

function isFloat({ element, children }: SchemaTree): boolean {
  return children.length > 0 ? children.every(isFloat) : element.type === "FLOAT";
}

/** Values of some columns, a batch of rows at a time; other columns are not read. */
export async function* parquetColumns(
  path: string,
  names: readonly string[],
): AsyncGenerator<{ line: number; columns: readonly (readonly unknown[])[] }> {
  await using parquet = await openParquet(path);
  const known = new Set(names);
  const wanted = parquet.schema.children.filter(({ element }) => known.has(element.name));
  let line = 1;
  for (const [number, group] of parquet.metadata.row_groups.entries()) {
    const leaves = openLeaves(parquet, group).filter(({ column }) => known.has(column));
    try {
      const total = Number(group.num_rows);
      for (let at = 0; at < total; at += batchRows) {
        const count = Math.min(batchRows, total - at);
        const taken = new Map<string, DecodedArray>();
        for (const leaf of leaves) taken.set(leaf.path, await leaf.rows.take(count));
        for (const child of wanted)
          if (child.children.length > 0) assembleNested(taken, child, parsersFor(path));
        yield { line, columns: names.map((name) => [...(taken.get(name) ?? [])]) };
        line += count;
      }
    } catch (error) {
      throw parquetError(error, `${path}: row group ${number + 1}`);
    } finally {
      for (const leaf of leaves) await leaf.rows.close();
    }
  }
}
