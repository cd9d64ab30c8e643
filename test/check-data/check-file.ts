import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { checkFiles } from "./check-files.ts";

/** The name of a check file, with `/` between folders. */
export type CheckFile = (typeof checkFiles)[number];

/**
 * Path of a check file in the folder that `VIDIMUS_CHECK_DATA` names; `require-check-data.ts` has
 * seen to it that the file exists.
 */
export function checkFile(name: CheckFile): string {
  return resolve(process.env.VIDIMUS_CHECK_DATA!, name);
}

export function checkText(name: CheckFile): string {
  return readFileSync(checkFile(name), "utf8");
}

/** The lines of a check file that are not blank. */
export function checkLines(name: CheckFile): readonly string[] {
  return checkText(name)
    .split("\n")
    .filter((line) => line.trim() !== "");
}
