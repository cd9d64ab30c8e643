import { defineConfig } from "tsdown";
import { bundledLicences } from "./scripts/bundled-licences.ts";

const library = {
  index: "src/public/index.ts",
  metrics: "src/public/metrics.ts",
  families: "src/public/families.ts",
  media: "src/public/media.ts",
  report: "src/public/report.ts",
};
const worker = { "decode-worker": "src/media/decode-worker.ts" };
const shared = {
  format: "esm",
  platform: "node",
  target: "node24",
  fixedExtension: false,
} as const;

/** What `metric` needs for any metric: it does without the rest of what `run` needs. */
const forAnyMetric = new RegExp(
  `src.(?:${[
    "cli.commands.metric.(?:metric|compute-metrics|table-rows|figures-text)",
    "datasets.text.(?:json-lines|json-elements|separated-values)",
    "metrics.(?:metric-declaration|metric-option|sample-metric)",
    "core.scores.signature",
  ].join("|")})\\.ts$`,
);

/** What help needs, and the names of what can be loaded. */
const atStart =
  /src.(?:cli.(?:main|terminal.fitted-rows)|core.family.lent|evaluation.extend.load-registries)\.ts$/;

/** What opens a configuration and its data: `check` needs little more, `run` needs this as well. */
const forAnyTask = new RegExp(
  `src.(?:${[
    "config.load-config",
    "evaluation.task.(?:open-task|media-survey)",
    "cli.(?:terminal.progress|flags.adopt-env-files)",
    "core.(?:family|(?:asking|scores).[\\w-]+)",
    "(?:math.interval.clustered-mean|summary.metric-unit)",
  ].join("|")})\\.ts$`,
);

export default defineConfig([
  {
    ...shared,
    entry: { ...library, ...worker },
    outDir: "dist/library",
    // Development dependencies that the source imports become a part of what is built.
    deps: { onlyBundle: false },
    // TypeScript 7 has no compiler API for the usual declaration plug-in; its own program writes declarations, also of inferred types.
    dts: { tsgo: true },
    plugins: [bundledLicences("licences.txt")],
  },
  {
    ...shared,
    // Modules that a configuration names get the program's own copy of the library.
    entry: { main: "src/cli/bin.js", ...library, ...worker },
    outDir: "dist/program",
    dts: false,
    // Hundreds of small files take longer to load than to run: what every command needs is one file, what `run` needs is another.
    deps: {
      alwaysBundle: ["zod", "yaml", "commander", /^undici/, /^hyparquet/, "yauzl"],
      onlyBundle: false,
    },
    outputOptions: {
      codeSplitting: {
        groups: [
          // What the processes that decode share with the commands; they must not load the commands for it. Help needs its words alone.
          {
            name: "everywhere",
            test: /src.(?:files.(?:content-digest|in-parallel)|math.(?:area-resize|wasm.assemble))\.ts$/,
            priority: 3,
          },
          {
            name: "words",
            test: /src.core.(?:user-error|json|data.(?:media|media-endings|sample)|run.outcome)\.ts$/,
            priority: 4,
          },
          { name: "start", test: atStart, priority: 2 },
          { name: "metric", test: forAnyMetric, priority: 1.5 },
          { name: "task", test: forAnyTask, priority: 1.4 },
          { name: "run", test: /src.cli.commands.run.run\.ts$/, priority: 1.3 },
        ],
      },
    },
    plugins: [wholeZodForModules(), leanDirectAgent(), bundledLicences("licences.txt")],
  },
]);

/** The `z` that modules import through us has all its languages; the program's own is only what it uses. */
function wholeZodForModules() {
  return {
    name: "whole-zod-for-modules",
    resolveId: (source: string, importer?: string) =>
      source === "zod" && importer?.endsWith("src/public/index.ts")
        ? ({ id: "zod", external: true } as const)
        : undefined,
  };
}

/** Most runs need one class of `undici`, and would load all of it. Here, where the version is pinned, a path inside the package may be relied on. */
function leanDirectAgent() {
  const lean = "\0lean-agent";
  return {
    name: "lean-direct-agent",
    resolveId: (source: string, importer?: string) =>
      source === "undici" && importer?.endsWith("http/direct-agent.ts") ? lean : undefined,
    load: (id: string) =>
      id === lean
        ? 'export { default as Agent } from "undici/lib/dispatcher/agent.js";'
        : undefined,
  };
}
