import type { PlannedSample } from "../../../core/data/dataset.ts";
import type { Sample } from "../../../core/data/sample.ts";
import { UserError } from "../../../core/user-error.ts";
import type { MediaSurvey } from "../../../evaluation/task/media-survey.ts";
import type { Task } from "../../../evaluation/task/open-task.ts";

/** What is wrong with a dataset by one rule. */
export interface DatasetFinding {
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
  /** Looks for the pictures and videos of samples. */
  readonly survey: MediaSurvey;
  /** Whether systems that look are asked; `undefined` where it is not known who is. */
  readonly isLookedAt?: boolean | undefined;
  /**
   * Whether it was said where media lie; else it is no error that none is where a run would look.
   */
  readonly isPlaced?: boolean;
  /** Called with every sample that could be read. */
  onSample?(planned: PlannedSample): void;
}

const shownIds = 3;
const shownRows = 20;

/**
 * Rows that are no samples: the first of them as they are, and the number of all. A file of another
 * format has nothing else.
 */
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
    const further =
      rest === 0 ? [] : [{ ...about, count: rest, message: "further rows cannot be read either" }];
    return [...this.first.map((message) => ({ ...about, count: 1, message })), ...further];
  }
}

/**
 * Reads all samples of a task and puts them through the family's rules. Rows that are no samples
 * are findings too; a file that is broken ends the reading.
 */
export async function checkSamples(
  { family, samples }: Pick<Task, "family" | "samples">,
  { unreadable, survey, isLookedAt, isPlaced = true, onSample }: CheckOptions,
): Promise<CheckedSamples> {
  const rules = family.data.checks.map((check) => new Rule(check.id, check.level, check.start()));
  const media = new Rule("media-files", "error", { add: () => undefined });
  const lostMedia = new Rule("lost-media", "error", { add: () => undefined });
  const bare = new Rule("no-media", "warning", { add: () => undefined });
  let count = 0;
  let isWhole = true;
  try {
    for await (const batch of samples) {
      await survey.lookAhead(batch);
      for (const planned of batch) {
        const { sample, lost } = planned;
        count++;
        onSample?.(planned);
        lostMedia.note(sample, lost);
        for (const rule of rules) rule.meet(sample);
        const missing = await survey.meet(sample);
        // Videos that data only names are missed by nobody who does not look.
        if (missing && !(missing.isImplied && isLookedAt === false))
          media.note(sample, missing.reason);
        if (family.data.refs(sample).length === 0)
          bare.note(
            sample,
            "names no picture or video, so that systems that look meet a media error",
          );
      }
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    isWhole = false;
    // What ends the reading is one thing, of which there is room to say how it is mended.
    unreadable.add(error.hint === undefined ? error.message : `${error.message}; ${error.hint}`);
  }
  if (count === 0 && unreadable.count === 0) unreadable.add("there are no samples");
  const broken = unreadable.findings();
  const isAllMissing = survey.missing.length === survey.count;
  // Where that is true of all samples, or of no sample's concern, it is said once or not at all.
  const seen = [
    ...(isAllMissing && !isPlaced ? [] : [media]),
    ...(survey.count === 0 || isLookedAt === false ? [] : [bare]),
  ];
  const whole = isWhole && broken.length === 0;
  const findings = [
    ...broken,
    ...[...rules, ...seen, lostMedia].flatMap((rule) => rule.findings(whole)),
    ...(await sightFindings(survey, isLookedAt)),
  ];
  return { samples: count, findings: findings.sort((a, b) => a.level.localeCompare(b.level)) };
}

/**
 * What would keep a run from asking systems that look; of files that are missing only where it is
 * known that some system does.
 */
async function sightFindings(
  survey: MediaSurvey,
  isLookedAt: boolean | undefined,
): Promise<readonly DatasetFinding[]> {
  if (isLookedAt === false || (survey.count > 0 && !isLookedAt)) return [];
  const refusal = await survey.refusal();
  if (!refusal) return [];
  const message =
    refusal.hint === undefined ? refusal.message : `${refusal.message}; ${refusal.hint}`;
  return [
    { check: "media", level: isLookedAt ? "error" : "warning", count: 0, samples: [], message },
  ];
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
      ...(this.#count > 0
        ? [{ ...about, count: this.#count, samples: this.#samples, message: this.#message }]
        : []),
      ...(whole === undefined ? [] : [{ ...about, count: 0, samples: [], message: whole }]),
    ];
  }
}
