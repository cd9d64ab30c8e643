import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const builds = join(root, "node_modules/.cache/vidimus-program");
const builder = "test/support/build-program.ts";
const webBuilder = "test/support/build-web.ts";
const whatBuildsThem = [
  builder,
  webBuilder,
  "test/support/build-once.ts",
  "tsdown.config.ts",
  "scripts/bundled-licences.ts",
  "package.json",
  "package-lock.json",
];
const keptMs = 24 * 60 * 60 * 1_000;
let known: string | undefined;
let knownWeb: string | undefined;

/**
 * The program as the package has it, built from the sources as they are: it starts in half the time
 * of the sources. Built when a test first needs it, into a folder per state of the sources: an
 * unchanged program is not built again.
 */
export function builtProgram(): string {
  known ??= join(builds, digestOfSources(), "program/main.js");
  if (!existsSync(known)) build([builder, join(known, "..")]);
  return known;
}

/** The folder of the browser app, built in the same way to where the built program looks for it. */
export function builtWeb(): string {
  knownWeb ??= join(builds, digestOfSources(), "web");
  if (!existsSync(knownWeb)) build([webBuilder, knownWeb]);
  return knownWeb;
}

function digestOfSources(): string {
  const sources = ["src", "web/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:tsx?|css)$/.test(name) && !name.endsWith(".test.ts"))
      .map((name) => join(folder, name)),
  );
  const hash = createHash("sha256");
  for (const name of [...sources.sort(), ...whatBuildsThem])
    hash.update(`${name}\n`).update(readFileSync(join(root, name)));
  return hash.digest("hex").slice(0, 16);
}

function build([script, directory]: readonly [string, string]): void {
  mkdirSync(builds, { recursive: true });
  for (const name of readdirSync(builds)) removeOld(join(builds, name));
  // A process of its own: the bundler needs none of what tests do to this one, and reverse.
  execFileSync(process.execPath, [script, directory], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function removeOld(path: string): void {
  const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  if (Date.now() - changedMs > keptMs) rmSync(path, { recursive: true, force: true });
}
