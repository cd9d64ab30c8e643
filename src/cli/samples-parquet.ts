import { renameSync, rmSync } from "node:fs";
import { type ColumnSource, fileWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { Sample } from "../core/sample.ts";
import type { Marked } from "../report/score-cell.ts";
import type { Place } from "./evaluate.ts";
import { type SampleCell, type SampleColumn, type SampleTable, sampleColumns, sampleRow } from "./sample-row.ts";

const types = { text: "STRING", number: "DOUBLE", whole: "INT32" } as const;

/** Rows are held until there are so many: a row group. */
const groupRows = 20_000;

/** One row per sample and system as Parquet, a row group at a time. */
export class SamplesParquet implements SampleTable {
  readonly #path: string;
  readonly #metrics: readonly string[];
  readonly #columns: readonly SampleColumn[];
  readonly #writer: ParquetWriter;
  #cells: (SampleCell | null)[][];

  constructor(path: string, metrics: readonly string[]) {
    this.#path = path;
    this.#metrics = metrics;
    this.#columns = sampleColumns(metrics);
    this.#cells = this.#columns.map(() => []);
    this.#writer = new ParquetWriter({
      writer: fileWriter(`${path}.part`),
      schema: schemaFromColumnData({ columnData: this.#columnData() }),
    });
  }

  add(place: Place, sample: Sample, marked: Marked): void {
    const row = sampleRow(this.#metrics, place, { sample, marked });
    for (let column = 0; column < row.length; column++) this.#cells[column]!.push(row[column] ?? null);
    if (this.#cells[0]!.length >= groupRows) this.#flush();
  }

  finish(): void {
    this.#flush();
    this.#writer.finish();
    renameSync(`${this.#path}.part`, this.#path);
  }

  discard(): void {
    rmSync(`${this.#path}.part`, { force: true });
  }

  #flush(): void {
    if (this.#cells[0]!.length > 0) this.#writer.write({ columnData: this.#columnData(), rowGroupSize: groupRows });
    this.#cells = this.#columns.map(() => []);
  }

  #columnData(): ColumnSource[] {
    return this.#columns.map(({ name, type }, column) => ({ name, type: types[type], nullable: true, data: this.#cells[column]! }));
  }
}
