import { UserError } from "../../core/user-error.ts";

const allowed = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

/** @throws {UserError} where a name cannot be that of a file. */
export function checkAnnotator(name: string): void {
  if (!allowed.test(name))
    throw new UserError(
      `${JSON.stringify(name)} cannot be the name of an annotator`,
      "letters, digits, spaces, dots, underscores and hyphens, at most 40, a letter or digit first",
    );
}

/** The file of an annotator: the same one however the name is capitalised. */
export function annotatorFile(name: string): string {
  checkAnnotator(name);
  return `${keyOf(name)}.jsonl`;
}

export function sameAnnotator(first: string, second: string): boolean {
  return keyOf(first) === keyOf(second);
}

function keyOf(name: string): string {
  return name.normalize("NFC").trim().toLowerCase().replaceAll(/\s+/g, "-");
}
