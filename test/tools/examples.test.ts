import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const python = process.env.VIDIMUS_PYTHON ?? "python3";

it("the examples in Python run, with the figures of their pages", () => {
  const examples = join(temporaryFolder().path, "python");
  cpSync(join(root, "examples/python"), examples, {
    recursive: true,
    filter: (path) => !/\/(runs|videos)$/.test(path),
  });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", join(root, "scripts/own-package.ts"), join(examples, "run.ts")],
    {
      encoding: "utf8",
      env: {
        ...process.env,
        PYTHONPATH: join(root, "bridges/python/src"),
        VIDIMUS_PYTHON: python,
        VIDIMUS_CACHE: examples,
      },
    },
  );
  expect(status, stderr).toBe(0);
  for (const line of [
    "cuts: cuts, transnet: map 1",
    "similarity: words, mine: F1 0.5",
    "similarity: meaning, mine: F1 0.9",
    "chat: choose, llava: accuracy",
  ])
    expect(stdout).toContain(line);
}, 1_200_000);
