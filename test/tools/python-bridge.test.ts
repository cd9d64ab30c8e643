import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { builtProgram } from "../support/built-program.ts";

const python = process.env.VIDIMUS_PYTHON ?? "python3";

it("the package for Python passes its tests, which start this program", () => {
  const { status, stdout } = spawnSync(python, ["-m", "pytest", "-q"], {
    cwd: fileURLToPath(new URL("../../bridges/python", import.meta.url)),
    encoding: "utf8",
    env: { ...process.env, VIDIMUS_PROGRAM: builtProgram(), VIDIMUS_NODE: process.execPath },
  });
  expect(status, stdout).toBe(0);
}, 600_000);
