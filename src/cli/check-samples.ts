import type { Family } from "../core/family.ts";
import type { Sample } from "../core/sample.ts";
import { UserError } from "../core/user-error.ts";
import type { Task } from "./open-task.ts";

/** What is wrong with a dataset by one rule. */
interface DatasetFinding {
  readonly check: string;
  readonly level: "error" | "warning";
  /** How many samples; 0 where the set as a whole is meant. */
  readonly count: number;
  /** The first of them. */
  readonly samples: readonly string[];
  /** What is wrong with the first of them, or with the set. */
  readonly message: string;
}

export interface CheckedSamples {
  readonly samples: number;
  readonly findings: readonly DatasetFinding[];
}

export interface CheckOptions {
  /** Rows that could not be read; filled while samples are read. */
  readonly unreadable: UnreadableRows;
  /** What is wrong with a picture or video that a sample names; asked once for each. */
  mediaProblem(path: string): Promise<string | undefined>;
}

const shownIds = 3;
const shownRows = 20;

/** Rows that are no samples: the first of them as they are, and the number of all. A file of another format has nothing else. */
export class UnreadableRows {
  readonly first: string[] = [];
  count = 0;

  add(message: string): void {
    this.count++;
    if (this.first.length < shownRows) this.first.push(message);
  }

  findings(): readonly DatasetFinding[] {
    const about = { check: "readable", level: "error", samples: [] } as const;
    const rest = this.count - this.first.length;
    const further = rest === 0 ? [] : [{ ...about, count: rest, message: "further rows cannot be read either" }];
    return [...this.first.map((message) => ({ ...about, count: 1, message })), ...further];
  }
}

/** Reads all samples of a task and puts them through the family's rules. Rows that are no samples are findings too; a file that is broken ends the reading. */
export async function checkSamples(
  { family, samples }: Pick<Task, "family" | "samples">,
  { unreadable, mediaProblem }: CheckOptions,
): Promise<CheckedSamples> {
  const rules = family.checks.map((check) => new Rule(check.id, check.level, check.start()));
  const media = new Rule("media-files", "error", { add: () => undefined });
  const lostMedia = new Rule("lost-media", "error", { add: () => undefined });
  const known = new Map<string, string | undefined>();
  let count = 0;
  let isWhole = true;
  try {
    for await (const batch of samples)
      for (const { sample, lost } of batch) {
        count++;
        lostMedia.note(sample, lost);
        for (const rule of rules) rule.meet(sample);
        media.note(sample, await problemOf(sample, { family, mediaProblem, known }));
      }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    isWhole = false;
    // What ends the reading is one thing, of which there is room to say how it is mended.
    unreadable.add(error.hint === undefined ? error.message : `${error.message}; ${error.hint}`);
  }
  if (count === 0 && unreadable.count === 0) unreadable.add("there are no samples");
  const broken = unreadable.findings();
  const findings = [...broken, ...[...rules, media, lostMedia].flatMap((rule) => rule.findings(isWhole && broken.length === 0))];
  return { samples: count, findings: findings.sort((a, b) => a.level.localeCompare(b.level)) };
}

interface Looking extends Pick<CheckOptions, "mediaProblem"> {
  readonly family: Family;
  readonly known: Map<string, string | undefined>;
}

async function problemOf(sample: Sample, { family, mediaProblem, known }: Looking): Promise<string | undefined> {
  for (const { path } of family.media(sample)) {
    if (!known.has(path)) known.set(path, await mediaProblem(path));
    const problem = known.get(path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Looker {
  add(sample: Sample): string | undefined;
  finish?(): string | undefined;
}

class Rule {
  readonly #check: string;
  readonly #level: DatasetFinding["level"];
  readonly #looker: Looker;
  readonly #samples: string[] = [];
  #count = 0;
  #message = "";

  constructor(check: string, level: DatasetFinding["level"], looker: Looker) {
    this.#check = check;
    this.#level = level;
    this.#looker = looker;
  }

  meet(sample: Sample): void {
    this.note(sample, this.#looker.add(sample));
  }

  note(sample: Sample, message: string | undefined): void {
    if (message === undefined) return;
    if (this.#count === 0) this.#message = message;
    if (this.#samples.length < shownIds) this.#samples.push(sample.id);
    this.#count++;
  }

  /** What the set as a whole is like is only known of one that was read to its end. */
  findings(isWhole: boolean): readonly DatasetFinding[] {
    const about = { check: this.#check, level: this.#level };
    const whole = isWhole ? this.#looker.finish?.() : undefined;
    return [
      ...(this.#count > 0 ? [{ ...about, count: this.#count, samples: this.#samples, message: this.#message }] : []),
      ...(whole === undefined ? [] : [{ ...about, count: 0, samples: [], message: whole }]),
    ];
  }
}
