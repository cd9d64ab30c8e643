import { growing } from "../../math/growing-array.ts";
import { parquetColumns, parquetFloats } from "../parquet/parquet-columns.ts";
import { separatedValues } from "../text/separated-values.ts";
import type { ArrayFile, Numbers, StoredArray } from "./stored-array.ts";
import { chosenName, rowLength } from "./stored-array.ts";

/** Some rows of a table: the values of each wanted column, and the line of the first row. */
interface ColumnBatch {
  readonly line: number;
  readonly columns: readonly (readonly unknown[])[];
}

interface Table {
  readonly names: readonly string[];
  /** Whether the file holds these columns in single precision. */
  isSingle(names: readonly string[]): boolean;
  batches(names: readonly string[]): AsyncIterable<ColumnBatch>;
}

/** The columns of a CSV or TSV file. */
export async function separatedFile(path: string, separator: "," | "\t"): Promise<ArrayFile> {
  const rows = () => separatedValues(path, path, { separator });
  let names: readonly string[] = [];
  for await (const [first] of rows()) {
    names = Object.keys(first!.value as object);
    break;
  }
  return tableFile({
    names,
    isSingle: () => false,
    async *batches(wanted) {
      for await (const batch of rows()) {
        const records = batch.map(({ value }) => value as Readonly<Record<string, string>>);
        yield {
          line: batch[0]!.line,
          columns: wanted.map((name) => records.map((record) => textNumber(record[name]!))),
        };
      }
    },
  });
}

/** An empty field is a number that is missing; a field that is no number stays as it is. */
function textNumber(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "" || /^nan$/i.test(trimmed)) return Number.NaN;
  const infinite = /^([+-]?)inf(?:inity)?$/i.exec(trimmed);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  if (/^(?:true|false)$/i.test(trimmed)) return /^true$/i.test(trimmed);
  const number = Number(trimmed);
  return Number.isNaN(number) ? text : number;
}

/** The columns of a Parquet file; a column of lists of equal length has two dimensions. */
export async function parquetFile(path: string): Promise<ArrayFile> {
  const floats = await parquetFloats(path);
  return tableFile({
    names: [...floats.keys()],
    isSingle: (names) => names.every((name) => floats.get(name)),
    batches: (names) => parquetColumns(path, names),
  });
}

function tableFile(table: Table): ArrayFile {
  return {
    names: table.names,
    array(name) {
      const wanted = name === undefined ? table.names : [chosenName(table.names, name)];
      return readTable(table, wanted, name === undefined);
    },
    close: async () => undefined,
  };
}

/** Read at once: how many rows there are is known at the end. */
async function readTable(
  table: Table,
  wanted: readonly string[],
  isMatrix: boolean,
): Promise<StoredArray> {
  const values = growing.numbers();
  let rows = 0;
  let width: number | undefined;
  const put = (value: unknown, column: string, line: number) => {
    const number = asNumber(value);
    if (number === undefined)
      throw new Error(
        `line ${line}: ${JSON.stringify(value)} in the column "${column}" is no number`,
      );
    values.push(number);
  };
  for await (const { line, columns } of table.batches(wanted)) {
    const count = columns[0]?.length ?? 0;
    for (let i = 0; i < count; i++)
      for (const [at, column] of columns.entries()) {
        const value = column[i];
        const isList = Array.isArray(value) || ArrayBuffer.isView(value);
        const length = isList ? (value as ArrayLike<unknown>).length : 1;
        if (isList && isMatrix)
          throw new Error(`the column "${wanted[at]}" holds lists; name the one that is wanted`);
        width ??= isList ? length : 0;
        if (width !== (isList ? length : 0))
          throw new Error(
            `line ${line + i}: ${length} numbers in the column "${wanted[at]}", where others have ${width}`,
          );
        if (!isList) put(value, wanted[at]!, line + i);
        else
          for (const one of Array.from(value as ArrayLike<unknown>))
            put(one, wanted[at]!, line + i);
      }
    rows += count;
  }
  const shape = isMatrix ? [rows, wanted.length] : width ? [rows, width] : [rows];
  const all: Numbers = table.isSingle(wanted) ? Float32Array.from(values.view()) : values.view();
  const step = rowLength(shape);
  return {
    shape,
    isReadWhole: true,
    rows: async (from, to) => all.subarray(from * step, to * step),
  };
}

function asNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean" || typeof value === "bigint") return Number(value);
  return value === null || value === undefined ? Number.NaN : undefined;
}
