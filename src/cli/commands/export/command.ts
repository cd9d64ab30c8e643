import type { Command } from "../command.ts";
import { json, offline } from "../command-options.ts";

export const exportCommand: Command = {
  name: "export",
  summary: "write results of a run as tables or in the layouts of benchmarks and other tools",
  argument: { flags: "<run>", summary: "directory of a run" },
  options: [
    {
      flags: "--format <ids>",
      summary: "csv (default), parquet, jsonl, or exports of the family (vidimus list formats)",
      parse: "list",
    },
    { flags: "--output <dir>", summary: "where to (default: exports in the run)" },
    offline,
    json,
  ],
  examples: [
    "vidimus export runs/20261115-120000-plant --format parquet,jsonl",
    "vidimus export runs/20261115-120000-ego --format egoschema",
  ],
  load: () => import("./export.ts"),
};
