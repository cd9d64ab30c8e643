import type { Command } from "../command.ts";
import { json, offline } from "../command-options.ts";

export const probeCommand: Command = {
  name: "probe",
  summary: "look into videos and pictures before a run: what they are, and what is wrong with them",
  argument: {
    flags: "<files...>",
    summary: "files, folders, or a configuration (all media of its tasks)",
  },
  options: [
    {
      flags: "--limit <n>",
      summary: "only the media of the first n samples of each task",
      parse: "count",
    },
    {
      flags: "--time-limit <seconds>",
      summary: "after how long a file is given up on (default: 120)",
      parse: "count",
    },
    {
      flags: "--write-checksums <file>",
      summary:
        "write the SHA-256 of every file that can be shown, as sha256sum does, for data.checksums of a task",
    },
    offline,
    json,
  ],
  examples: [
    "vidimus probe videos/",
    "vidimus probe vidimus.yaml",
    "vidimus probe vidimus.yaml --write-checksums media.sha256",
    "vidimus probe a.mp4 b.webm --json",
  ],
  load: () => import("./probe.ts"),
};
