import type { Mark, Marks } from "../../../core/family/annotating.ts";
import { failure, type Result, success } from "../../../core/result.ts";

/** Gathers the marks of a file, under the file's own ids where these can be ids of marks. */
export class ImportedMarks {
  readonly #marks = new Map<string, Mark>();

  add(mark: Mark, given?: unknown): string {
    const wanted = typeof given === "string" || typeof given === "number" ? String(given) : "";
    const isUsable = /^[A-Za-z0-9][\w.:-]{0,79}$/.test(wanted) && !this.#marks.has(wanted);
    let at = this.#marks.size + 1;
    while (!isUsable && this.#marks.has(`imported-${at}`)) at++;
    const id = isUsable && wanted !== "item" ? wanted : `imported-${at}`;
    this.#marks.set(id, mark);
    return id;
  }

  get marks(): Marks {
    return Object.fromEntries(this.#marks);
  }
}

/** The text as JSON, or why it is none. */
export function parsedJson(text: string): Result<unknown> {
  try {
    return success(JSON.parse(text) as unknown);
  } catch (error) {
    return failure(`not valid JSON: ${(error as Error).message}`);
  }
}
