import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { entries, publicNames } from "../../scripts/public-api.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/library.md", import.meta.url)), "utf8");
const manifest = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8"),
) as {
  readonly exports: Readonly<Record<string, unknown>>;
};

/** The names that the page lists under an entry. */
function listed(entry: string, kind: "type" | "value"): readonly string[] {
  const section = page.split(`## \`${entry}\`\n`)[1]!.split("\n## ")[0]!;
  return [...section.matchAll(/^\| `(\w+)` \| (type|value) \|/gm)]
    .filter((row) => row[2] === kind)
    .map((row) => row[1]!);
}

describe.each(Object.entries(entries))("%s", (entry, file) => {
  it("exports what docs/library.md lists, and nothing else", async () => {
    const exported = Object.keys(
      (await import(new URL(`../../src/public/${file}`, import.meta.url).href)) as object,
    );
    expect(listed(entry, "value").toSorted()).toEqual(exported.toSorted());
    expect([...listed(entry, "value"), ...listed(entry, "type")].toSorted()).toEqual(
      publicNames(file)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it("is an entry of the package", () => {
    expect(Object.keys(manifest.exports)).toContain(entry.replace("vidimus", "."));
  });
});
