import { type ColumnFile, openColumns } from "../../../../src/summary/browse/column-file.ts";

/** Where the files of one index are: `<base><name>`. */
export type IndexBase = string;

/** The columns of files, each fetched once; of an index that is not shown any more they are let go. */
export class ColumnStore {
  #base: IndexBase = "";
  readonly #files = new Map<string, Promise<ColumnFile>>();

  open(base: IndexBase, name: string): Promise<ColumnFile> {
    if (base !== this.#base) this.#files.clear();
    this.#base = base;
    const known = this.#files.get(name) ?? fetched(base + name);
    this.#files.set(name, known);
    known.catch(() => this.#files.delete(name));
    return known;
  }
}

const againMs = 1_000;

/** Waits for a server that is gone; the page says that it is. */
async function patiently(address: string): Promise<Response> {
  for (;;) {
    const response = await fetch(address).catch(() => undefined);
    if (response) return response;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

async function fetched(address: string): Promise<ColumnFile> {
  const response = await patiently(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}; load the page again`);
  return openColumns(await response.arrayBuffer());
}
