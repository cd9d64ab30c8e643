import type { Command } from "../command.ts";
import {
  all,
  envFile,
  json,
  meteorResources,
  offline,
  requireTargets,
  selection,
  set,
} from "../command-options.ts";

export const runCommand: Command = {
  name: "run",
  summary: "run a configuration; continues where an earlier run of it stopped",
  argument: { flags: "[config]", summary: "configuration file (default: vidimus.yaml)" },
  options: [
    ...selection,
    {
      flags: "--fast",
      summary:
        "only a small subset, the same everywhere: at most 50 samples of each task, whole videos",
    },
    {
      flags: "--metrics <names>",
      summary:
        "compute only these metrics, by id or short name, e.g. recall,map,fah; tasks that have none of them are left out",
      parse: "list",
    },
    {
      flags: "--shard <i/n>",
      summary:
        "only part i of n, for as many machines without a database; vidimus merge joins their runs",
    },
    {
      flags: "--store <url>",
      summary:
        "have workers ask the systems through this database, postgres://user:password@host/database",
    },
    {
      flags: "--workers <n>",
      summary:
        "with a database (--store or VIDIMUS_STORE): workers on this machine (default: 1; 0: only coordinate)",
      parse: "whole",
    },
    { flags: "--run <dir>", summary: "continue the run in this directory" },
    { flags: "--new", summary: "start a new run even if one could be continued" },
    {
      flags: "--retry <outcomes>",
      summary:
        "take up settled work again: failed, media-error, unparsed, refused, truncated, missing",
      parse: "list",
    },
    {
      flags: "--export <ids>",
      summary: "also write results in foreign layouts, e.g. openseesime",
      parse: "list",
    },
    {
      flags: "--metrics-port <port>",
      summary:
        "serve progress, outcomes, latencies, cost and resources to Prometheus on this port of this machine while the run goes on (0: any)",
    },
    { flags: "--profile", summary: "show where the wall time of the run went" },
    requireTargets,
    meteorResources,
    set,
    envFile,
    offline,
    { flags: "--dry-run", summary: "show what would be done, and do nothing" },
    all,
    json,
  ],
  examples: [
    "vidimus run",
    "vidimus run my.yaml --limit 20",
    "vidimus run --retry unparsed",
    "vidimus run --metrics recall,faithfulness,map,fah --fast",
    "vidimus run --set systems.chance.seed=7",
    "vidimus run --store postgres://vidimus@db.example/vidimus --workers 0",
  ],
  load: () => import("./run.ts"),
};
