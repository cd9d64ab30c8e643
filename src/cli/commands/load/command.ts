import type { Command } from "../command.ts";
import { json, selection } from "../command-options.ts";

export const loadCommand: Command = {
  name: "load",
  summary: "put a service under load with real samples, and measure how long it takes",
  argument: {
    flags: "<urls...>",
    summary: "where samples are sent; a second address is compared with the first",
  },
  options: [
    { flags: "--family <id>", summary: "family of the data" },
    { flags: "--data <file>", summary: "the samples that are asked about, in turn" },
    { flags: "--format <id>", summary: "format of the data (default: the family's own)" },
    { flags: "--rate <n>", summary: "requests per second, whatever comes back (default: 10)" },
    {
      flags: "--connections <n>",
      summary: "instead of a rate: so many at a time, each sent when the last one came back",
      parse: "count",
    },
    { flags: "--duration <seconds>", summary: "how long is measured (default: 30)" },
    { flags: "--warm-up <seconds>", summary: "the same load before that, unmeasured (default: 2)" },
    { flags: "--timeout <seconds>", summary: "after which a request failed (default: 60)" },
    {
      flags: "--shadow",
      summary:
        "send the second service a copy of every request to the first, and compare answers and times",
    },
    {
      flags: "--ignore <names>",
      summary:
        "with --shadow: members of replies that are not compared (default: seconds, indexSeconds and other times, usage, requestId)",
      parse: "list",
    },
    { flags: "--sweep", summary: "double the rate until the service breaks, and find where" },
    {
      flags: "--target <limit>",
      summary:
        "a limit such as p95<10s or errorRate<0.01 (repeatable); ends with 100 where one is not kept",
      parse: "repeat",
    },
    { flags: "--method <name>", summary: "POST (default), PUT or GET" },
    {
      flags: "--header <name: value>",
      summary: "a further header, such as Authorization (repeatable)",
      parse: "repeat",
    },
    {
      flags: "--fields <names>",
      summary: "members of a sample that are sent (default: all but the truth)",
      parse: "list",
    },
    {
      flags: "--output <dir>",
      summary: "also write the figures as load.json and, of a sweep, its chart as load.svg there",
    },
    ...selection,
    json,
  ],
  examples: [
    "vidimus load http://127.0.0.1:8000/query --family retrieval --data questions.jsonl --rate 5 --duration 60 --target p95<10s",
    "vidimus load http://127.0.0.1:8000/query http://127.0.0.1:9000/query --family retrieval --data questions.jsonl --shadow",
    "vidimus load http://127.0.0.1:8000/query --family retrieval --data questions.jsonl --sweep --target p95<10s --output load",
  ],
  load: () => import("./load.ts"),
};
