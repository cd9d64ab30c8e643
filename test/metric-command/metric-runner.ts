import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import { expect } from "vitest";
import type { Flags } from "../../src/cli/commands/command.ts";
import { againstFiles } from "../../src/cli/commands/metric/against-files.ts";
import { askMetrics } from "../../src/cli/commands/metric/ask-metrics.ts";
import { intervalOf } from "../../src/cli/commands/metric/chosen-interval.ts";
import { metricCommand } from "../../src/cli/commands/metric/command.ts";
import { figuresJson } from "../../src/cli/commands/metric/figures-json.ts";
import type { AgainstScore } from "../../src/cli/commands/metric/metric-input.ts";
import { readWords } from "../../src/cli/commands/metric/metric-words.ts";
import { scoreFigures } from "../../src/cli/commands/metric/score-figures.ts";
import { UserError } from "../../src/core/user-error.ts";
import { cli, type Finished } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export interface Scored {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly interval: string;
  readonly n: number;
  /** Tables and curves have none. */
  readonly signature: string;
  readonly segments?: readonly number[];
  readonly queries?: Readonly<Record<string, number | null>>;
  readonly rows?: readonly unknown[];
  readonly points?: readonly unknown[];
  readonly difference?: number | null;
  readonly p?: number | null;
  readonly against?: readonly ({ readonly file: string } & AgainstScore)[];
}

/** `vidimus metric` in a folder of the test file's own. */
export interface MetricRunner {
  readonly cwd: string;
  write(name: string, content: string | Uint8Array | object): string;
  /** The real command line, in a process of its own. */
  metric(...args: readonly string[]): Promise<Finished>;
  /** What `--json` prints; in this process, since starting one takes longer than most metrics. */
  scores(...args: readonly string[]): Promise<Readonly<Record<string, Scored>>>;
  /** What a mistake is answered with. */
  refusal(...args: readonly string[]): Promise<string>;
  /** What is told besides the figures. */
  notes(...args: readonly string[]): Promise<readonly string[]>;
}

export function metricRunner(): MetricRunner {
  const { path: cwd } = temporaryFolder();
  return {
    cwd,
    write(name, content) {
      const isText = typeof content === "string" || content instanceof Uint8Array;
      writeFileSync(join(cwd, name), isText ? content : JSON.stringify(content));
      return name;
    },
    metric: (...args) => cli(["metric", ...args], { cwd }),
    async scores(...args) {
      const { json } = await printed(cwd, args);
      return JSON.parse(json) as Record<string, Scored>;
    },
    async refusal(...args) {
      const error: unknown = await printed(cwd, args).then(
        () => "no mistake",
        (reason: unknown) =>
          reason instanceof RangeError ? new UserError(reason.message) : reason,
      );
      expect(error).toBeInstanceOf(UserError);
      const { message, hint = "" } = error as UserError;
      return `${message}\n${hint}`.replaceAll(`${cwd}/`, "");
    },
    notes: async (...args) => (await printed(cwd, args)).notes,
  };
}

const { options: commandOptions } = metricCommand;

/** What commander makes of the arguments. */
function parsed(
  cwd: string,
  args: readonly string[],
): { readonly words: readonly string[]; readonly flags: Flags } {
  const program = new Command()
    .argument("[names]")
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride();
  for (const { flags, parse } of commandOptions) {
    const option = new Option(flags);
    if (parse === "repeat")
      option.argParser((text: string, before: readonly string[] = []) => [...before, text]);
    if (parse === "list") option.argParser((text: string) => text.split(","));
    if (parse === "whole" || parse === "count") option.argParser(Number);
    program.addOption(option);
  }
  program.parse(
    args.map((arg) => (/^[\w-]+\.(?:txt|jsonl?|csv)$/.test(arg) ? join(cwd, arg) : arg)),
    { from: "user" },
  );
  return { words: program.args, flags: program.opts() };
}

async function printed(
  cwd: string,
  args: readonly string[],
): Promise<{ readonly json: string; readonly notes: readonly string[] }> {
  const { words, flags } = parsed(cwd, args);
  const read = await readWords(words);
  const request = askMetrics(read.inputs, read.words, flags);
  const files = await request.input.reader.open(request);
  const settings = {
    seed: Number(flags.seed ?? 1),
    hasIntervals: flags.intervals !== false,
    hasSegments: flags.perSegment === true,
    interval: flags.interval === undefined ? undefined : intervalOf(String(flags.interval)),
  };
  const against = flags.against ? { against: await againstFiles(request, files) } : {};
  const scores = scoreFigures(files, settings);
  return {
    json: [...figuresJson({ files, scores, ...against })].join(""),
    notes: files.notes,
  };
}
