import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const tableCommand: Command = {
  name: "table",
  summary: "systems by tasks of one or more runs, for a paper: Markdown, LaTeX or CSV",
  argument: { flags: "<runs...>", summary: "directories of runs" },
  options: [
    {
      flags: "--format <name>",
      summary: "text, markdown, latex (needs the package booktabs) or csv (default: text)",
    },
    { flags: "--metrics <ids>", summary: "further metrics as columns", parse: "list" },
    { flags: "--baselines", summary: "with rows for oracle, chance and the like, and for probes" },
    { flags: "--resources", summary: "with columns for seconds per sample and cost" },
    { flags: "--no-tests", summary: "without tests between runs, which read their data again" },
    { flags: "--output <file>", summary: "where to write it (default: standard output)" },
    json,
  ],
  examples: [
    "vidimus table runs/20261115-120000-plant",
    "vidimus table runs/*-plant --format latex --output table.tex",
  ],
  load: () => import("./table.ts"),
};
