import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkFiles } from "./check-files.ts";

const where = '"Check data" in CONTRIBUTING.md says what belongs there and where to get it';

/**
 * Global setup: ends the run before the first test where the folder is not named or lacks files, so
 * that nothing is skipped unseen.
 */
export function setup(): void {
  const folder = process.env.VIDIMUS_CHECK_DATA;
  if (!folder)
    throw new Error(`VIDIMUS_CHECK_DATA is not set: name the folder with the check data. ${where}`);
  if (!existsSync(folder))
    throw new Error(`VIDIMUS_CHECK_DATA: there is no folder ${folder}. ${where}`);
  const missing = checkFiles.filter((name) => !existsSync(join(folder, name)));
  const named = missing.slice(0, 5).join(", ") + (missing.length > 5 ? ", …" : "");
  if (missing.length > 0)
    throw new Error(
      `VIDIMUS_CHECK_DATA: ${folder} lacks ${missing.length} of ${checkFiles.length} files (${named}). ${where}`,
    );
}
