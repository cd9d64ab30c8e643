import type { PlannedSample } from "../../core/data/dataset.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { UserError } from "../../core/user-error.ts";
import { formatCount } from "../../summary/format-number.ts";
import type { Task } from "./open-task.ts";
import type { MediaProblem } from "./task-media.ts";

interface MissingMedia extends MediaProblem {
  /** Where the data, or its layout, has it. */
  readonly path: string;
  /** Whether the data only names it, and may never have come with it. */
  readonly isImplied: boolean;
  /** Of the samples that refer to it. */
  readonly ids: string[];
}

const mostNamed = 20;
const namedExamples = 3;

/**
 * Learns, as samples go by, which of them have something to see, as a run would look for it.
 * Nothing is opened or fetched. What a run refuses, `check`, `doctor` and a dry run say by the same
 * words.
 */
export class MediaSurvey {
  readonly #task: Pick<Task, "id" | "family" | "media">;
  readonly #known = new Map<string, MissingMedia | undefined>();
  #samples = 0;
  #bare = 0;

  constructor(task: Pick<Task, "id" | "family" | "media">) {
    this.#task = task;
  }

  async add(batch: readonly PlannedSample[]): Promise<void> {
    // What is lost is asked of nobody.
    const kept = batch.filter(({ lost }) => lost === undefined);
    await this.lookAhead(kept);
    for (const { sample } of kept) await this.meet(sample);
  }

  /** Looks for all that these samples refer to at once: remote files take long one by one. */
  async lookAhead(batch: readonly PlannedSample[]): Promise<void> {
    const refs = batch.flatMap(({ sample }) => this.#task.family.data.refs(sample));
    const unknown = new Map(
      refs.filter(({ path }) => !this.#known.has(path)).map((ref) => [ref.path, ref]),
    );
    const found = await Promise.all([...unknown.values()].map((ref) => this.#look(ref)));
    for (const [at, path] of [...unknown.keys()].entries()) this.#known.set(path, found[at]);
  }

  async #look(ref: MediaRef): Promise<MissingMedia | undefined> {
    const problem = await this.#task.media.problem(ref);
    return problem && { ...problem, path: ref.path, isImplied: ref.names !== undefined, ids: [] };
  }

  /** The first thing that is wrong with the media of a sample, if anything is. */
  async meet(sample: PlannedSample["sample"]): Promise<MissingMedia | undefined> {
    const refs = this.#task.family.data.refs(sample);
    this.#samples++;
    if (refs.length === 0) this.#bare++;
    let first: MissingMedia | undefined;
    for (const ref of refs) {
      if (!this.#known.has(ref.path)) this.#known.set(ref.path, await this.#look(ref));
      const missing = this.#known.get(ref.path);
      missing?.ids.push(sample.id);
      first ??= missing;
    }
    return first;
  }

  /** Pictures and videos that samples refer to, each counted once. */
  get count(): number {
    return this.#known.size;
  }

  /** Those that are not there. */
  get missing(): readonly MissingMedia[] {
    return [...this.#known.values()].filter((one) => one !== undefined);
  }

  /**
   * Why nothing can be shown to a system that sees, or not what is meant; `undefined` where at
   * least something can.
   */
  async refusal(): Promise<UserError | undefined> {
    const { id, media } = this.#task;
    if (this.#samples === 0) return undefined;
    if (this.#bare === this.#samples)
      return new UserError(
        `the task "${id}" names no pictures or videos, so that systems that look would be asked about nothing`,
        'say where they are (data.media: a template such as "videos/{id}.mp4", or a file that maps ids to paths), or that there are none (data.media: none)',
      );
    const { missing } = this;
    const ambiguous = missing.find(({ isAmbiguous }) => isAmbiguous);
    if (ambiguous)
      return new UserError(
        `the task "${id}": two files answer to one name: ${ambiguous.reason}`,
        "say which by data.media: a deeper folder, a template or a file that maps ids to paths",
      );
    if (missing.length < this.count) return undefined;
    const contents = await media.contents();
    const names = missing.slice(0, namedExamples).map(({ path }) => path);
    const looked = `looked for ${names.join(", ")}${this.count > names.length ? ", …" : ""} in ${contents}`;
    return new UserError(
      `the task "${id}": none of its ${formatCount(this.count)} pictures and videos is there: ${contents === undefined ? missing[0]!.reason : looked}`,
      "say where they are by data.media (a folder, a template or a file that maps ids to paths), or that there are none (data.media: none)",
    );
  }

  /**
   * What the readers of the scores of a system must know that is led through samples as if it saw
   * them, and is shown nothing.
   */
  unseenRemarks(): readonly string[] {
    if (this.count === 0) return [];
    const blind = "asked without media: the system is shown no pictures or videos";
    return [
      this.missing.length === 0
        ? blind
        : `${blind}, of which some are missing: ${named(this.missing)}`,
    ];
  }
}

function named(missing: readonly MissingMedia[]): string {
  const texts = missing.slice(0, mostNamed).map(({ reason, ids }) => `${reason} (${some(ids)})`);
  const further = missing.length - texts.length;
  return [
    ...texts,
    ...(further > 0 ? [`and ${further} more, which vidimus probe names`] : []),
  ].join("; ");
}

function some(ids: readonly string[]): string {
  return ids.length > 3
    ? `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more`
    : ids.join(", ");
}
