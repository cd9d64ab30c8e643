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
    {
      flags: "--to <tracker>",
      summary: "mlflow: send the scores to a tracking server instead of writing files",
    },
    {
      flags: "--url <address>",
      summary:
        "with --to: the server (default: MLFLOW_TRACKING_URI; its token: MLFLOW_TRACKING_TOKEN)",
    },
    { flags: "--experiment <name>", summary: "with --to: the experiment (default: vidimus)" },
    offline,
    json,
  ],
  examples: [
    "vidimus export runs/20261115-120000-plant --format parquet,jsonl",
    "vidimus export runs/20261115-120000-plant --to mlflow --url http://127.0.0.1:5000",
    "vidimus export runs/20261115-120000-ego --format egoschema",
  ],
  load: () => import("./export.ts"),
};
