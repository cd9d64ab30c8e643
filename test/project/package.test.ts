import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the package, as it would be published, works in an empty project with the dependencies it declares", () => {
  const script = fileURLToPath(new URL("../../scripts/try-package.ts", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--offline"], {
    encoding: "utf8",
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  expect(stdout).toContain("the package works in an empty project");
}, 180_000);
