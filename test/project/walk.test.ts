import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
const script = fileURLToPath(new URL("../../scripts/walk.ts", import.meta.url));

/** The files that the page names on the way of a command. */
function stations(command: string): readonly string[] {
  const way = page.split(`**\`vidimus ${command}\``)[1]!.split(/\n\*\*|\n## /)[0]!;
  return [...way.matchAll(/`([a-z/-]+\.ts)`/g)].map((match) => `src/${match[1]}`);
}

describe.each(["run", "score", "metric"])("the way of vidimus %s", (command) => {
  it("leads through the files that ARCHITECTURE.md names", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, command]);
    const lines = stdout.trim().split("\n");
    expect(lines.at(-1)).toMatch(/^\d+ changes of folder$/);
    const named = stations(command).filter((path) => path !== "src/evaluation/rescore.ts");
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !lines.includes(path))).toEqual([]);
  });
});
