import { renameSync, rmSync } from "node:fs";
import {
  type ColumnSource,
  fileWriter,
  ParquetWriter,
  schemaFromColumnData,
} from "hyparquet-writer";
import { type RowFile, type SampleCell, type SampleColumn, sampleColumns } from "./sample-row.ts";

const types = { text: "STRING", number: "DOUBLE", whole: "INT32" } as const;

/** Rows are held until there are so many: a row group. */
const groupRows = 8_192;

/** One row per sample and system as Parquet, a row group at a time. */
export class SamplesParquet implements RowFile {
  readonly #path: string;
  readonly #columns: readonly SampleColumn[];
  readonly #writer: ParquetWriter;
  /**
   * By column; refilled by every group, since growing them anew would leave as much garbage as all
   * else that is done with a row.
   */
  readonly #cells: (SampleCell | null)[][];
  #rows = 0;

  constructor(path: string, metrics: readonly string[]) {
    this.#path = path;
    this.#columns = sampleColumns(metrics);
    this.#cells = this.#columns.map(() => new Array<null>(groupRows).fill(null));
    this.#writer = new ParquetWriter({
      writer: fileWriter(`${path}.part`),
      schema: schemaFromColumnData({ columnData: this.#columnData() }),
      // The least and greatest of each column help who searches millions of rows; finding them
      // takes a sixth of the writing.
      statistics: false,
    });
  }

  add(cells: readonly SampleCell[]): void {
    for (let column = 0; column < cells.length; column++)
      this.#cells[column]![this.#rows] = this.#fitting(cells[column], column);
    this.#rows++;
    if (this.#rows === groupRows) this.#flush();
  }

  /** A number that its column cannot hold is left out rather than end the run. */
  #fitting(cell: SampleCell, column: number): SampleCell | null {
    const isUnfit =
      this.#columns[column]!.type === "whole" && typeof cell === "number" && cell !== (cell | 0);
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
    if (this.#rows > 0)
      this.#writer.write({ columnData: this.#columnData(), rowGroupSize: groupRows });
    this.#rows = 0;
  }

  #columnData(): ColumnSource[] {
    const data = (column: number) =>
      this.#rows === groupRows ? this.#cells[column]! : this.#cells[column]!.slice(0, this.#rows);
    return this.#columns.map(({ name, type }, column) => ({
      name,
      type: types[type],
      nullable: true,
      data: name === "sample" ? data(column).map(asBytes) : data(column),
    }));
  }
}

/**
 * Ids are all different, and the writer makes bytes of each by itself: Node's pool of buffers does
 * so in half the time.
 */
function asBytes(cell: SampleCell | null): Uint8Array | null {
  return typeof cell === "string" ? Buffer.from(cell) : null;
}
