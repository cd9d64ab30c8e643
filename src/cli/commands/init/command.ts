import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const initCommand: Command = {
  name: "init",
  summary: "write a configuration and a small dataset that run as they are",
  argument: {
    flags: "[family]",
    summary: "one of `vidimus list families`; the first of them if left out",
  },
  options: [
    {
      flags: "--output <dir>",
      summary: "where to (default: here); files that are there are never touched",
    },
    {
      flags: "--recording",
      summary:
        "of episode: a synthetic recording (annotation.hdf5 and MP4 files) whose truth is known, in the place of rows",
    },
    json,
  ],
  examples: [
    "vidimus init",
    "vidimus init episode --recording --output kitchen",
    "vidimus init retrieval --output my-evaluation",
  ],
  load: () => import("./init.ts"),
};
