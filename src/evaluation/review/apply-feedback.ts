import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Sample } from "../../core/data/sample.ts";
import { UserError } from "../../core/user-error.ts";
import { appendLine } from "../../files/append-line.ts";
import { correctionsFile, withCorrections } from "./gold.ts";
import { proposed } from "./proposed.ts";
import type { QueuePlace } from "./queue-file.ts";
import { readRunSamples } from "./read-run-samples.ts";
import { isDone, progressOf, queueLabels } from "./review-labels.ts";
import { reviewResult } from "./review-result.ts";

const writtenName = "corrections.json";

/** What became of accepted feedback. */
export interface WrittenCorrections {
  readonly schema: "vidimus-corrections/1";
  readonly file: string;
  readonly changed: number;
  readonly added: number;
  readonly at: string;
}

interface FeedbackPlaces {
  readonly folder: string;
  /** The folder of the run. */
  readonly directory: string;
}

/**
 * Writes accepted feedback as corrections, behind all earlier ones: a new version of the data, which
 * itself stays as it is. Several about one sample are applied one after the other.
 */
export async function applyFeedback(
  place: QueuePlace,
  { folder, directory: run }: FeedbackPlaces,
): Promise<WrittenCorrections> {
  const { queue, directory } = place;
  if (queue.kind !== "feedback") throw new UserError(`the queue ${queue.name} is no feedback`);
  if (existsSync(join(directory, writtenName)))
    throw new UserError(`what was accepted in ${queue.name} is written already`);
  const labels = await queueLabels(place);
  if (!isDone(queue, progressOf(labels)))
    throw new UserError(`${queue.name} is not reviewed yet`, "rate it first: vidimus view");
  const { items } = await reviewResult(place, { labels, run });
  const accepted = new Set(items.filter(({ final }) => final === "Accept").map(({ id }) => id));
  if (accepted.size === 0) throw new UserError(`nothing was accepted in ${queue.name}`);
  const own = queue.items.filter(({ id }) => accepted.has(id));
  const file = await correctionsFile({
    ...{ folder, directory: run, run: queue.run ?? "", task: queue.task },
  });
  const reading = { task: queue.task, ids: new Set(own.map(({ sample }) => sample)) };
  const original = await readRunSamples(run, {
    ...reading,
    change: (spec) => withCorrections(spec, queue.task, undefined),
  });
  const corrected = await readRunSamples(run, {
    ...reading,
    change: (spec) => withCorrections(spec, queue.task, existsSync(file) ? file : undefined),
  });
  const now = new Map<string, Sample>(
    [...corrected.samples].map(([id, { sample }]) => [id, sample]),
  );
  const { family } = corrected.task;
  const at = new Date().toISOString();
  const rows: object[] = [];
  for (const { id, sample, report } of own) {
    const { feedback } = report!;
    const proposal = proposed(feedback, now.get(sample), family);
    if (!proposal.ok) throw new UserError(`feedback ${feedback.id}: ${proposal.reason}`);
    const { truth, added } = proposal.value;
    const common = {
      sample,
      author: authorsOf(labels.filter((label) => label.item === id)),
      reason: [`feedback ${feedback.id} (${feedback.kind})`, feedback.note]
        .filter(Boolean)
        .join(": "),
      at,
    };
    const known = now.get(sample);
    const base = original.samples.get(sample);
    if (known && truth) {
      const next = { ...known, ...truth } as Sample;
      now.set(sample, next);
      rows.push(
        base
          ? { ...common, base: base.pairing ?? base.digest, truth: differing(base.sample, next) }
          : { ...common, added: next },
      );
    } else if (added) {
      now.set(sample, added as unknown as Sample);
      rows.push({ ...common, added });
    }
  }
  await mkdir(dirname(file), { recursive: true });
  for (const row of rows) await appendLine(file, row);
  const written: WrittenCorrections = {
    schema: "vidimus-corrections/1",
    file,
    changed: rows.filter((row) => "truth" in row).length,
    added: rows.filter((row) => "added" in row).length,
    at,
  };
  await writeFile(join(directory, writtenName), `${JSON.stringify(written, null, 2)}\n`);
  return written;
}

/** What was written of a queue; `undefined` where nothing was yet. */
export async function writtenCorrections(
  directory: string,
): Promise<WrittenCorrections | undefined> {
  const text = await readFile(join(directory, writtenName), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as WrittenCorrections);
}

function authorsOf(labels: readonly { readonly rater: string }[]): string {
  return [...new Set(labels.map(({ rater }) => rater))].sort().join(", ");
}

/** The members of a sample that are not as they were: every row says all of them. */
function differing(before: object, after: object): object {
  const old = before as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
    ),
  );
}
