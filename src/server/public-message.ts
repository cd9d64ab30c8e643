import { sep } from "node:path";
import type { UserError } from "../core/user-error.ts";

/** An absolute path within a text, of two names at least. */
const absolute = /(?<![\w.:/…])\/(?:[^\s/:'"]+\/)+([^\s/:'"]+)/g;

/** A text without these folders: what lies below them is named from there on. */
export function withoutFolders(text: string, folders: readonly string[]): string {
  return folders.reduce(
    (shorter, folder) => shorter.replaceAll(folder + sep, "").replaceAll(folder, "."),
    text,
  );
}

/** A message without where things are on this machine: only what lies below the viewed folder. */
export function publicMessage(message: string, folder: string): string {
  return message
    .replaceAll(folder + sep, "")
    .replaceAll(folder, "this folder")
    .replace(absolute, "…/$1");
}

/** Why something cannot be shown, in the words of its error. */
export function publicProblem(
  { message, hint }: UserError,
  folder: string,
): { readonly problem: string; readonly hint?: string } {
  return {
    problem: publicMessage(message, folder),
    ...(hint === undefined ? {} : { hint: publicMessage(hint, folder) }),
  };
}
