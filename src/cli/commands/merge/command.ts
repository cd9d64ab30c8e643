import type { Command } from "../command.ts";
import { all, json } from "../command-options.ts";

export const mergeCommand: Command = {
  name: "merge",
  summary: "make one run of the parts that run --shard left on several machines",
  argument: { flags: "<runs...>", summary: "directories of runs of one configuration" },
  options: [
    { flags: "--output <dir>", summary: "folder in which the new run is made (default: runs)" },
    all,
    json,
  ],
  examples: ["vidimus merge runs/*-plant-part-*-of-8"],
  load: () => import("./merge.ts"),
};
