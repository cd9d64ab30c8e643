import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitCommit } from "../../src/evaluation/run/manifest.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

it("gitCommit is what the repository around a folder has checked out, also far above it", async () => {
  const repository = join(folder.path, "repository");
  const inside = join(repository, "configs", "kitchen");
  mkdirSync(inside, { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();
  git("init", "--quiet");
  git(
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@b.c",
    "commit",
    "--quiet",
    "--allow-empty",
    "--message",
    "first",
  );
  expect(await gitCommit(inside)).toBe(git("rev-parse", "HEAD"));
});
