import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { builtProgram } from "../support/built-program.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const python = process.env.VIDIMUS_PYTHON ?? "python3";

it("the package for Python passes its tests, which start this program", () => {
  const { status, stdout } = spawnSync(python, ["-m", "pytest", "-q"], {
    cwd: join(root, "bridges/python"),
    encoding: "utf8",
    env: { ...process.env, VIDIMUS_PROGRAM: builtProgram(), VIDIMUS_NODE: process.execPath },
  });
  expect(status, stdout).toBe(0);
}, 600_000);
