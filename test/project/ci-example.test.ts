import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { builtProgram } from "../support/built-program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const source = fileURLToPath(new URL("../../examples/ci/", import.meta.url));
const hook = new URL("../../scripts/own-package.ts", import.meta.url);
const folder = temporaryFolder();

interface Workflow {
  readonly jobs: { readonly gate: { readonly steps: readonly { readonly run?: string }[] } };
}

/** What the workflow runs, in its own shell; installing is left out, since the program is here. */
function steps(): readonly string[] {
  const { jobs } = parse(readFileSync(join(source, "gate.yml"), "utf8")) as Workflow;
  return jobs.gate.steps.flatMap(({ run }) => (run === undefined || run === "npm ci" ? [] : [run]));
}

/** What GitHub would show. */
function shell(command: string, cwd: string) {
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", command], {
    cwd,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_OPTIONS: `--import ${pathToFileURL(fileURLToPath(hook)).href}`,
      VIDIMUS_CACHE: join(folder.path, ".cache"),
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: join(folder.path, "summary.md"),
    },
  });
  return { status, stdout, stderr };
}

it("examples/ci: an unchanged system passes by the workflow's commands, and a degraded one fails", () => {
  const project = join(folder.path, "project");
  cpSync(source, project, { recursive: true, filter: (path) => !path.endsWith("/runs") });
  const bin = folder.file(
    "project/node_modules/.bin/vidimus",
    `#!/bin/sh\nexec "${process.execPath}" "${builtProgram()}" "$@"\n`,
  );
  chmodSync(bin, 0o755);
  const [make, run, gate, ...rest] = steps();
  expect(rest).toEqual([]);
  for (const command of [make!, run!, gate!]) {
    const { status, stderr } = shell(command, project);
    expect(status, `${command}\n${stderr}`).toBe(0);
  }
  const degraded = shell(`${run} --set tasks.quick.frames.count=1`, project);
  expect(degraded.status, degraded.stderr).toBe(0);
  const failed = shell(gate!, project);
  expect(failed.status, failed.stderr).toBe(100);
  expect(failed.stdout).toContain(
    "::error title=vidimus%3A quick%2C model%3A Accuracy against the baseline::",
  );
  expect(readFileSync(join(project, "gate.xml"), "utf8")).toMatch(
    /<failure [^>]*type="regression"/,
  );
  const summary = readFileSync(join(folder.path, "summary.md"), "utf8");
  expect([...summary.matchAll(/^## Gate (\w+)/gm)].map(([, state]) => state)).toEqual([
    ...["passed", "failed"],
  ]);
}, 60_000);
