import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const reportCommand: Command = {
  name: "report",
  summary: "write report.html of a run again, or print its summary",
  argument: { flags: "<run>", summary: "directory of a run" },
  options: [
    { flags: "--markdown", summary: "print the summary as Markdown" },
    {
      flags: "--output <file>",
      summary: "where to write the report (default: report.html in the run)",
    },
    json,
  ],
  examples: [
    "vidimus report runs/20261115-120000-plant",
    "vidimus report runs/20261115-120000-plant --markdown",
  ],
  load: () => import("./report.ts"),
};
