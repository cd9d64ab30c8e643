import type { FileHandle } from "node:fs/promises";
import type { ColumnMetaData, DecodedArray, SchemaTree } from "hyparquet";
import { assembleLists } from "hyparquet/src/assemble.js";
import type { readDataPage } from "hyparquet/src/datapage.js";

/** What the page readers need to know of a column. */
export type LeafDecoder = Parameters<typeof readDataPage>[2];

/** One column of one row group without children, as it lies in the file. */
export interface LeafSource {
  readonly file: FileHandle;
  readonly meta: ColumnMetaData;
  readonly decoder: LeafDecoder;
}

/**
 * The values of one page with the levels that say which of them are missing and where lists begin.
 */
export interface LeafPage {
  readonly definitionLevels: number[] | undefined;
  readonly repetitionLevels: number[];
  readonly values: DecodedArray;
}

/**
 * Rows of one column, read page by page and handed out in any number: pages of different columns do
 * not end at the same rows.
 */
export class LeafRows {
  readonly #pages: AsyncIterator<LeafPage>;
  readonly #schemaPath: SchemaTree[];
  readonly #hasLists: boolean;
  #rows: unknown[] = [];
  #taken = 0;
  #isAtEnd = false;

  constructor(pages: AsyncIterable<LeafPage>, schemaPath: SchemaTree[]) {
    this.#pages = pages[Symbol.asyncIterator]();
    this.#schemaPath = schemaPath;
    this.#hasLists = schemaPath.some(({ element }) => element.repetition_type === "REPEATED");
  }

  /**
   * How many rows, at most `count`, can be had without reading a page that is not needed for the
   * first of them.
   */
  async ready(count: number): Promise<number> {
    while (!this.#isAtEnd && this.#whole() < 1) await this.#readPage();
    return Math.min(count, this.#whole());
  }

  async take(count: number): Promise<unknown[]> {
    while (!this.#isAtEnd && this.#whole() < count) await this.#readPage();
    if (this.#whole() < count) throw new Error("a column has fewer rows than its row group");
    const rows = this.#rows.slice(this.#taken, this.#taken + count);
    this.#taken += count;
    return rows;
  }

  async close(): Promise<void> {
    await this.#pages.return?.();
  }

  /** A list may go on in the next page, so that the last row is certain only at the end. */
  #whole(): number {
    const left = this.#rows.length - this.#taken;
    return this.#hasLists && !this.#isAtEnd ? Math.max(0, left - 1) : left;
  }

  async #readPage(): Promise<void> {
    const step = await this.#pages.next();
    if (step.done) {
      this.#isAtEnd = true;
      return;
    }
    const { definitionLevels, repetitionLevels, values } = step.value;
    const output = this.#rows.slice(this.#taken);
    this.#taken = 0;
    const length = output.length;
    const target = this.#hasLists ? output : [];
    const read = assembleLists(
      target,
      definitionLevels,
      repetitionLevels,
      values,
      this.#schemaPath,
    );
    if (read !== output) for (let i = 0; i < read.length; i++) output[length + i] = read[i];
    this.#rows = output;
  }
}
