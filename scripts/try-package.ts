/**
 * Packs the package as it would be published, installs it into an empty project and uses it there:
 * the command line, a configuration with the project's own module, and the library. `node
 * scripts/try-package.ts` installs from the registry, as a user would; with `--offline` the package
 * is unpacked and the dependencies that it declares, and no others, are linked from this checkout.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "vidimus-package-"));
const project = join(folder, "project");

function run(cwd: string, command: string, ...args: readonly string[]): string {
  console.log(`> ${command} ${args.join(" ")}`);
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    // The document of the demo is larger than the usual megabyte.
    maxBuffer: 64 * 2 ** 20,
    env: { ...process.env, VIDIMUS_CACHE: join(folder, "cache") },
  });
}

/** The package as it was packed, beside what it says it needs. */
function linkPackage(packed: string): void {
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "vidimus"), { recursive: true });
  run(folder, "tar", "-xzf", packed, "--strip-components=1", "-C", join(modules, "vidimus"));
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(modules, "vidimus", "package.json"), "utf8"),
  ) as Readonly<Record<"dependencies" | "optionalDependencies", Readonly<Record<string, string>>>>;
  const platforms = Object.keys(optionalDependencies).filter((name) =>
    existsSync(join(root, "node_modules", name)),
  );
  for (const name of [...Object.keys(dependencies), ...platforms]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
}

/** All files of the program that one of them loads before it does anything. */
function loadedBy(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(
    join(project, "node_modules", "vidimus", "dist", "program", file),
    "utf8",
  );
  for (const [, other] of text.matchAll(/^(?:import|export) (?:.* from )?"\.\/(.+)";$/gm))
    loadedBy(other!, known);
  return known;
}

/** Parts of the program that are not to be loaded, by the parts that would load them. */
const apart: readonly (readonly [part: RegExp, others: RegExp])[] = [
  [/^decode-worker\.js$/, /^(?:start|task|run)-/],
  [/^start-/, /^(?:task|run)-/],
  [/^list-.{8}\.js$/, /^(?:task|run)-/],
  [/^(?:check|multiple-choice)-.{8}\.js$/, /^run-/],
];

/** Commands start in no time only while they load no code of others. */
function refuseOthers(): void {
  const files = readdirSync(join(project, "node_modules", "vidimus", "dist", "program"));
  for (const [part, others] of apart) {
    const own = files.filter((file) => part.test(file));
    if (own.length === 0) throw new Error(`no part of the program is called ${part}`);
    for (const file of own) {
      const loaded = [...loadedBy(file)].filter((name) => others.test(name));
      if (loaded.length > 0)
        throw new Error(`${file} loads ${loaded.join(", ")}: see the groups in tsdown.config.ts`);
    }
  }
}

/** Starts the browser app on the run and opens it as a browser would, with the token. */
async function viewRun(directory: string): Promise<void> {
  const program = "node_modules/vidimus/dist/program/main.js";
  console.log(`> vidimus view ${directory} --no-open`);
  const child = spawn(process.execPath, [program, "view", directory, "--no-open"], {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let address = "";
    for await (const part of child.stdout.setEncoding("utf8")) {
      address += part;
      if (address.includes("\n")) break;
    }
    const page = await fetch(address.trim());
    const [cookie] = page.headers.getSetCookie();
    const text = await page.text();
    const asset = /src="\.\/(assets\/[^"]+)"/.exec(text)?.[1];
    const headers = { cookie: cookie!.split(";")[0]! };
    for (const path of [asset, "data/runs.json"]) {
      const { status } = await fetch(new URL(`/${path}`, address), { headers });
      console.log(`${status} ${path}`);
      if (status !== 200) throw new Error("the browser app is not served");
    }
  } finally {
    child.kill();
  }
}

const script = `
import { converse, multipleChoice, openCheckpoint, openDataset, promptFor, scorer, summarise } from "vidimus";
import { families } from "vidimus/families";
import { mediaSource } from "vidimus/media";
import { accuracy } from "vidimus/metrics";
import { summaryMarkdown } from "vidimus/report";

await using data = openDataset(multipleChoice, { path: "qa/samples.jsonl" });
await using checkpoint = await openCheckpoint("loop", { name: "loop", identity: { v: 1 } });
const scores = scorer(multipleChoice);
let asks = 0;
for await (const sample of data) {
  asks += promptFor(multipleChoice, sample).length;
  scores.add(sample, await checkpoint.once(sample, () => converse(multipleChoice, { sample, answer: async () => "A" })));
}
const summary = summarise({ name: "loop", family: "multiple-choice" }, [scores.finish()]);
if (asks !== 6 || families.length < 4 || typeof mediaSource !== "function" || typeof accuracy !== "function") throw new Error("wrong");
console.log(summaryMarkdown(summary));
`;
const metric = `
import { defineMetric, sampleMetric, signature } from "vidimus";
interface HasChoice { readonly predicted: number }
export const metric = defineMetric(sampleMetric<HasChoice>({
  id: "says-a", title: "Says A", signature: signature("says-a", 1), measure: "choice", kind: "proportion", best: 1, worst: 0,
  value: ({ predicted }) => (predicted === 0 ? 1 : 0),
}));
`;

try {
  // The build speaks on the same stream, before the name of the file.
  const packed = run(root, "npm", "pack", "--pack-destination", folder).trim().split("\n").at(-1)!;
  console.log(`${packed}: ${statSync(join(folder, packed)).size} bytes`);
  run(folder, "mkdir", "project");
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "empty", private: true, type: "module" }),
  );
  if (process.argv.includes("--offline")) linkPackage(join(folder, packed));
  else
    run(
      project,
      "npm",
      "install",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      join(folder, packed),
    );
  const vidimus = (...args: readonly string[]) =>
    run(project, process.execPath, "node_modules/vidimus/dist/program/main.js", ...args);
  refuseOthers();
  console.log(vidimus("--version"));
  vidimus("init", "--output", "qa");
  writeFileSync(join(project, "qa", "metric.ts"), metric);
  const config = run(project, "cat", "qa/vidimus.yaml").replace(
    "tasks:",
    "use: [./metric.ts]\ntasks:",
  );
  writeFileSync(join(project, "qa", "own.yaml"), config);
  const summary = JSON.parse(vidimus("run", "qa/own.yaml", "--json")) as {
    directory: string;
    tasks: { systems: { metrics: Record<string, unknown> }[] }[];
  };
  if (!("says-a" in summary.tasks[0]!.systems[0]!.metrics))
    throw new Error("the module of the project was not used");
  vidimus("plot", summary.directory, "--output", "plots");
  if (!readdirSync(join(project, "plots")).some((name) => name.endsWith(".pdf")))
    throw new Error("no chart was drawn");
  await viewRun(summary.directory);
  vidimus("demo", "--json");
  writeFileSync(join(project, "loop.ts"), script);
  console.log(run(project, process.execPath, "loop.ts"));
  run(
    project,
    join(root, "node_modules", ".bin", "tsc"),
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--target",
    "es2024",
    "--lib",
    "es2024,esnext.disposable,dom",
    "--module",
    "nodenext",
    "--types",
    "",
    "loop.ts",
    "qa/metric.ts",
  );
  console.log("the package works in an empty project");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
