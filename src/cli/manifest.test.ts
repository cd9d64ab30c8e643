import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { gitCommit } from "./manifest.ts";

const folder = temporaryFolder();
const hasGit = spawnSync("git", ["--version"]).status === 0;

describe("gitCommit", () => {
  it.skipIf(!hasGit)("is what the repository around a folder has checked out, also far above it", async () => {
    const inside = join(folder.path, "repository", "configs", "kitchen");
    mkdirSync(inside, { recursive: true });
    const git = (...args: readonly string[]) =>
      execFileSync("git", args, { cwd: join(folder.path, "repository"), encoding: "utf8" }).trim();
    git("init", "--quiet");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "--allow-empty", "--message", "first");
    expect(await gitCommit(inside)).toBe(git("rev-parse", "HEAD"));
  });

  it("is nothing outside of one", async () => {
    mkdirSync(join(folder.path, "plain"));
    expect(await gitCommit(join(folder.path, "plain"))).toBeNull();
  });
});
