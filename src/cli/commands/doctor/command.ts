import type { Command } from "../command.ts";
import { envFile, json, set } from "../command-options.ts";

export const doctorCommand: Command = {
  name: "doctor",
  summary:
    "look at everything a run needs: keys, servers, decoders, tables, folders; with --ask also whether chat models see what they are shown",
  argument: {
    flags: "[config]",
    summary: "configuration file (default: vidimus.yaml, where there is one)",
  },
  options: [
    {
      flags: "--ask",
      summary:
        "show every chat system a generated clip of random codes and colours, as its tasks show theirs, and say how much of it arrives; without it no model is asked",
    },
    {
      flags: "--seed <n>",
      summary: "for --ask: draws these codes and colours (default: others each time)",
      parse: "whole",
    },
    set,
    envFile,
    {
      flags: "--time-limit <seconds>",
      summary:
        "after how long a server is given up on (default: 20; for each question of --ask: 120)",
      parse: "count",
    },
    json,
  ],
  examples: ["vidimus doctor", "vidimus doctor my.yaml --ask", "vidimus doctor my.yaml --json"],
  load: () => import("./doctor.ts"),
};
