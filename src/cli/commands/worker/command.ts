import type { Command } from "../command.ts";
import { envFile, json } from "../command-options.ts";

export const workerCommand: Command = {
  name: "worker",
  summary: "ask systems for the runs of a database, beside other workers",
  argument: { flags: "[machine]", summary: "with --drain: the machine, or machine:process" },
  options: [
    {
      flags: "--store <url>",
      summary: "the database, postgres://user:password@host/database (default: VIDIMUS_STORE)",
    },
    { flags: "--run <name>", summary: "work on this run only (default: on all that are open)" },
    {
      flags: "--base <dir>",
      summary: "the folder of the configuration, where it is not where the coordinator has it",
    },
    {
      flags: "--lease <seconds>",
      summary: "others take the work over after so long without a sign of life (default: 10)",
      parse: "count",
    },
    { flags: "--leave-at-end", summary: "leave once the run, or every run, has ended" },
    {
      flags: "--drain",
      summary:
        "instead of working, have the workers of that machine, or all, leave once the work at hand is done",
    },
    {
      flags: "--metrics-port <port>",
      summary: "serve figures to Prometheus on this port of this machine (0: any)",
    },
    envFile,
    json,
  ],
  examples: [
    "vidimus worker --store postgres://vidimus@db.example/vidimus",
    "vidimus worker --run 20261118-101500-plant --base /data/plant --leave-at-end",
    "vidimus worker --drain gpu-7",
  ],
  load: () => import("./worker.ts"),
};
