import type { Command } from "../command.ts";
import { json } from "../command-options.ts";

export const statusCommand: Command = {
  name: "status",
  summary: "show the runs of a database and the workers that are there",
  options: [
    {
      flags: "--store <url>",
      summary: "the database, postgres://user:password@host/database (default: VIDIMUS_STORE)",
    },
    {
      flags: "--forget <run>",
      summary: "remove a run from the database; its folder on the coordinator's machine stays",
    },
    json,
  ],
  examples: [
    "vidimus status --store postgres://vidimus@db.example/vidimus",
    "vidimus status --forget 20261118-101500-plant",
  ],
  load: () => import("./status.ts"),
};
