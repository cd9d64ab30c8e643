import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { AgainstScore } from "../../src/cli/commands/metric/metric-input.ts";
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
  metric(...args: readonly string[]): Promise<Finished>;
  /** What `--json` prints. */
  scores(...args: readonly string[]): Promise<Readonly<Record<string, Scored>>>;
  /** The message about a mistake and its hint. */
  refusal(...args: readonly string[]): Promise<string>;
  /** What is told besides the figures. */
  notes(...args: readonly string[]): Promise<readonly string[]>;
}

export function metricRunner(): MetricRunner {
  const { path: cwd } = temporaryFolder();
  const metric = (...args: readonly string[]) => cli(["metric", ...args], { cwd });
  const fine = async (...args: readonly string[]) => {
    const finished = await metric(...args);
    expect(finished.status, finished.stderr).toBe(0);
    return finished;
  };
  return {
    cwd,
    metric,
    write(name, content) {
      const isText = typeof content === "string" || content instanceof Uint8Array;
      writeFileSync(join(cwd, name), isText ? content : JSON.stringify(content));
      return name;
    },
    scores: async (...args) => JSON.parse((await fine(...args, "--json")).stdout),
    async refusal(...args) {
      const { status, stderr } = await metric(...args);
      expect(status, stderr).toBe(2);
      return stderr
        .replaceAll(/^error: |^ {2}hint: /gm, "")
        .replaceAll(`${cwd}/`, "")
        .trimEnd();
    },
    notes: async (...args) => (await fine(...args)).stderr.split("\n").slice(0, -1),
  };
}
