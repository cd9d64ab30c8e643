import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generatedFiles } from "../../scripts/generated-files.ts";

it.each(Object.entries(await generatedFiles()))(
  "%s is up to date (npm run generate)",
  (path, content) => {
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")).toBe(content);
  },
);
