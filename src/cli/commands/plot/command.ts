import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const plotCommand: Command = {
  name: "plot",
  summary: "every chart of one or more runs as SVG, PNG and PDF, with its Vega-Lite specification",
  argument: {
    flags: "[runs...]",
    summary: "directories of runs or matrices (default: the newest run in runs)",
  },
  options: [
    {
      flags: "--output <dir>",
      summary: "where to write (default: plots in the run, or here where there are several)",
    },
    {
      flags: "--format <names>",
      summary:
        "svg, png, pdf, separated by commas, or spec for the specifications alone (default: svg,png,pdf)",
      parse: "list",
    },
    {
      flags: "--chart <names>",
      summary: "only these kinds of charts, or single charts by their names",
      parse: "list",
    },
    { flags: "--metrics <ids>", summary: "scores and trends of further metrics", parse: "list" },
    { flags: "--width <name>", summary: "column (85 mm, default) or page (176 mm)" },
    { flags: "--no-titles", summary: "without titles, for papers that have captions" },
    {
      flags: "--mark <run=label>",
      summary: "a release in trends: the folder's name of a run, and what to call it (repeatable)",
      parse: "repeat",
    },
    { flags: "--list", summary: "name the charts that there are, and write nothing" },
    json,
  ],
  examples: [
    "vidimus plot runs/20261115-120000-plant",
    "vidimus plot runs/*-plant --chart trends --mark 20261115-120000-plant=v1.2 --output trend",
  ],
  load: () => import("./plot.ts"),
};
