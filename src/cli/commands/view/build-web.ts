import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "../../../core/user-error.ts";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));
/** What the browser app is made of. */
const sources = ["web", "src/core", "src/math", "src/metrics", "src/families", "src/scoring"];
const moreSources = ["src/summary", "src/report", "src/server"];

/** In a checkout, builds the browser app where it is missing or older than its sources. */
export function buildWebIfStale(): void {
  const vite = join(repository, "node_modules/vite/bin/vite.js");
  if (!existsSync(join(repository, "web/vite.config.ts")) || !existsSync(vite)) return;
  const builtAt =
    statSync(join(repository, "dist/web/index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const changedAt = Math.max(...[...sources, ...moreSources].map((name) => newestIn(name)));
  if (builtAt > changedAt) return;
  process.stderr.write("Building the browser app …\n");
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, "build", "web", "--logLevel", "warn"],
    { cwd: repository, encoding: "utf8" },
  );
  if (status !== 0) throw new UserError(`the browser app cannot be built:\n${stderr}`);
}

function newestIn(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(join(repository, folder), {
    recursive: true,
    withFileTypes: true,
  }))
    if (entry.isFile() && !entry.parentPath.includes("node_modules"))
      newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return newest;
}
