/**
 * Writes everything in the repository that follows from the code: `npm run generate`. A test fails
 * where a file is stale.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generated-files.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
for (const [path, content] of Object.entries(await generatedFiles())) {
  const target = `${root}${path}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  console.log(relative(process.cwd(), target));
}
