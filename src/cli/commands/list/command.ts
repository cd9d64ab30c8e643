import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const listCommand: Command = {
  name: "list",
  summary: "show families, formats, metrics, systems or runs",
  argument: { flags: "[what]", summary: "families (default), formats, metrics, systems, runs" },
  options: [{ flags: "--output <dir>", summary: "directory of runs (default: runs)" }, json],
  examples: ["vidimus list formats", "vidimus list runs"],
  load: () => import("./list.ts"),
};
