import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const verifyCommand: Command = {
  name: "verify",
  summary: "check that a run or report is what it was, and compute its figures again",
  argument: { flags: "<run|report.html>", summary: "directory of a run, or a report by itself" },
  options: [
    { flags: "--no-media", summary: "leave pictures and videos out, which may take long to read" },
    { flags: "--base <dir>", summary: "where the data is now, if it was moved" },
    json,
  ],
  examples: ["vidimus verify runs/20261115-120000-plant", "vidimus verify report.html"],
  load: () => import("./verify.ts"),
};
