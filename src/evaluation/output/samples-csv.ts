import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { csvLine } from "../../report/text/csv.ts";
import { type RowFile, type SampleCell, type SampleColumn, sampleColumns } from "./sample-row.ts";

const flushChars = 1 << 18;

/** How rows become text: the line before the first, and the line of one. */
interface LineForm {
  head(columns: readonly SampleColumn[]): string;
  line(columns: readonly SampleColumn[], cells: readonly SampleCell[]): string;
}

const csvForm: LineForm = {
  head: (columns) => csvLine(columns.map(({ name }) => name)),
  line: (_, cells) => csvLine(cells.some(isFormula) ? cells.map(defused) : cells),
};

/**
 * Text that spreadsheets would take for a formula, with an apostrophe before it: what a model says
 * must not run on the machine on which the table is opened. Numbers, also those in texts, stay what
 * they are.
 */
function defused(cell: SampleCell): SampleCell {
  return isFormula(cell) ? `'${cell}` : cell;
}

const formulaStart = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function isFormula(cell: SampleCell): boolean {
  return typeof cell === "string" && formulaStart.test(cell) && !number.test(cell);
}

/** Members without a value are left out; the prediction is a value, not text. */
const jsonlForm: LineForm = {
  head: () => "",
  line(columns, cells) {
    const entries = columns.flatMap(({ name }, at): [string, unknown][] => {
      const cell = cells[at];
      if (cell === undefined) return [];
      return [[name, name === "prediction" ? JSON.parse(cell as string) : cell]];
    });
    return `${JSON.stringify(Object.fromEntries(entries))}\n`;
  },
};

/** A table of samples as lines of text. */
class SampleLines implements RowFile {
  readonly #path: string;
  readonly #file: number;
  readonly #columns: readonly SampleColumn[];
  readonly #form: LineForm;
  #text: string;

  constructor(path: string, metrics: readonly string[], form: LineForm) {
    this.#path = path;
    this.#file = openSync(`${path}.part`, "w");
    this.#columns = sampleColumns(metrics);
    this.#form = form;
    this.#text = form.head(this.#columns);
  }

  add(cells: readonly SampleCell[]): void {
    this.#text += this.#form.line(this.#columns, cells);
    if (this.#text.length > flushChars) this.#flush();
  }

  finish(): void {
    this.#flush();
    closeSync(this.#file);
    renameSync(`${this.#path}.part`, this.#path);
  }

  discard(): void {
    closeSync(this.#file);
    rmSync(`${this.#path}.part`, { force: true });
  }

  #flush(): void {
    writeSync(this.#file, this.#text);
    this.#text = "";
  }
}

/** One row per sample and system as CSV. */
export class SamplesCsv extends SampleLines {
  constructor(path: string, metrics: readonly string[]) {
    super(path, metrics, csvForm);
  }
}

/** One row per sample and system as JSON lines. */
export class SamplesJsonl extends SampleLines {
  constructor(path: string, metrics: readonly string[]) {
    super(path, metrics, jsonlForm);
  }
}
