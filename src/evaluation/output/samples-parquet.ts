import { renameSync, rmSync } from "node:fs";
import { type ColumnSource, fileWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { type RowFile, type SampleCell, type SampleColumn, sampleColumns } from "./sample-row.ts";

const types = { text: "STRING", number: "DOUBLE", whole: "INT32" } as const;

/** Rows are held until there are so many: a row group. */
const groupRows = 8_192;

/** One row per sample and system as Parquet, a row group at a time. */
export class SamplesParquet implements RowFile {
  readonly #path: string;
  readonly #columns: readonly SampleColumn[];
  readonly #writer: ParquetWriter;
  #cells: (SampleCell | null)[][];

  constructor(path: string, metrics: readonly string[]) {
    this.#path = path;
    this.#columns = sampleColumns(metrics);
    this.#cells = this.#columns.map(() => []);
    this.#writer = new ParquetWriter({
      writer: fileWriter(`${path}.part`),
      schema: schemaFromColumnData({ columnData: this.#columnData() }),
      // The least and greatest of each column help who searches millions of rows; finding them takes a sixth of the writing.
      statistics: false,
    });
  }

  add(cells: readonly SampleCell[]): void {
    for (let column = 0; column < cells.length; column++) this.#cells[column]!.push(this.#fitting(cells[column], column));
    if (this.#cells[0]!.length >= groupRows) this.#flush();
  }

  /** A number that its column cannot hold is left out rather than end the run. */
  #fitting(cell: SampleCell, column: number): SampleCell | null {
    const isUnfit = this.#columns[column]!.type === "whole" && typeof cell === "number" && cell !== (cell | 0);
    return isUnfit ? null : (cell ?? null);
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
