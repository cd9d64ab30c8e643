import type { Command } from "../command.ts";

export const viewCommand: Command = {
  name: "view",
  summary: "open runs in the browser: explore, annotate, review",
  argument: {
    flags: "[folder]",
    summary: "folder of runs and datasets, or one run (default: runs)",
  },
  options: [
    { flags: "--port <n>", summary: "port to listen on (default: any free one)", parse: "whole" },
    { flags: "--no-open", summary: "print the address and do not open a browser" },
    {
      flags: "--metrics-port <port>",
      summary: "serve figures of the server to Prometheus on this port of this machine (0: any)",
    },
    { flags: "--host <name>", summary: "address to listen on (default: 127.0.0.1)" },
    { flags: "--export <folder>", summary: "write the app with one run as plain files, and end" },
    { flags: "--with-media", summary: "copy videos and pictures into the export too" },
    { flags: "--token <text>", summary: "token of the address (default: a random one)" },
    {
      flags: "--annotate <what>",
      summary:
        "annotate the videos of the folder: events, questions or labels; writes its annotate.yaml if there is none",
    },
  ],
  examples: [
    "vidimus view",
    "vidimus view runs/20261115-120000-plant --port 8080 --no-open",
    "vidimus view runs/20261115-120000-plant --export site --with-media",
    "vidimus view videos --annotate events",
  ],
  load: () => import("./view.ts"),
};
