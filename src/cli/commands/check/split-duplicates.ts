import type { FramesConfig } from "../../../config/config.ts";
import type { MediaRef, Sample } from "../../../core/data/sample.ts";
import type { Task } from "../../../evaluation/task/open-task.ts";
import { frameHash, hashDistance } from "../../../media/image/frame-hash.ts";
import type { DatasetFinding } from "./check-samples.ts";

/** What was looked at for near-duplicates. */
export interface SplitsCompared {
  readonly splits: readonly string[];
  /** Pictures and videos of these splits that lie on this machine. */
  readonly files: number;
  /** How many of them were opened. */
  readonly opened: number;
}

interface SplitFindings {
  /** Only where files were opened. */
  readonly compared?: SplitsCompared;
  readonly findings: readonly DatasetFinding[];
}

/** Opening takes a while: so many files of each split. */
const mostOfSplit = 50;
/** Bits of 64 by which frames of the same moments differ on average. */
const nearBits = 8;
/** Pictures and frames of one colour say nothing; of a video so many others must be left. */
const leastFrames = 2;
const shownPairs = 3;
const frames = {
  strategy: "uniform",
  count: 4,
  longestSide: 128,
  format: "jpeg",
  quality: 90,
} satisfies FramesConfig;

interface Hashed {
  readonly name: string;
  readonly kind: MediaRef["kind"];
  readonly hashes: readonly (bigint | undefined)[];
}

/** Learns which files belong to which split, and whether files of two splits are the same. */
export class SplitDuplicates {
  readonly #task: Pick<Task, "family" | "media" | "training">;
  readonly #splits = new Map<string, Map<string, MediaRef>>();

  constructor(task: Pick<Task, "family" | "media" | "training">) {
    this.#task = task;
  }

  add(sample: Sample, split = sample.split ?? "evaluated"): void {
    const files = this.#splits.get(split) ?? new Map<string, MediaRef>();
    this.#splits.set(split, files);
    for (const ref of this.#task.family.data.refs(sample)) files.set(nameOf(ref), ref);
  }

  /**
   * Nothing where the data has one split only. Files of the same name are known without a look;
   * others are opened where they lie here and `onOpening` is given, which is called before. Nothing
   * is fetched.
   */
  async finish(onOpening?: (files: number) => void): Promise<SplitFindings | undefined> {
    const { training } = this.#task;
    if ([...this.#splits.values()].every(({ size }) => size === 0)) return undefined;
    if (training.on === "train")
      for await (const batch of training.samples)
        for (const { sample } of batch) this.add(sample, "train");
    const named = [...this.#splits.values()].filter(({ size }) => size > 0);
    if (named.length < 2) return undefined;
    const shared = sharedNames(named.map((files) => [...files.keys()]));
    const findings = sharedFinding(shared);
    const local = onOpening ? (await this.#local()).filter(([, files]) => files.length > 0) : [];
    if (!onOpening || local.length < 2) return { findings };
    const wanted = local.map(
      ([split, files]) =>
        [split, files.filter((ref) => !shared.has(nameOf(ref))).slice(0, mostOfSplit)] as const,
    );
    onOpening(wanted.reduce((sum, [, files]) => sum + files.length, 0));
    const hashed = await this.#hash(wanted);
    const pairs = nearPairs(hashed);
    const count = (lists: readonly (readonly [string, readonly unknown[]])[]) =>
      lists.reduce((sum, [, list]) => sum + list.length, 0);
    return {
      compared: {
        splits: local.map(([split]) => split),
        files: new Set(local.flatMap(([, files]) => files.map(nameOf))).size,
        opened: count(hashed),
      },
      findings: [...findings, ...nearFinding(pairs)],
    };
  }

  async #local(): Promise<(readonly [string, readonly MediaRef[]])[]> {
    const splits = [...this.#splits].map(async ([split, files]) => {
      const refs = [...files.values()];
      const isHere = await Promise.all(refs.map((ref) => this.#task.media.isHere(ref)));
      return [split, refs.filter((_, at) => isHere[at])] as const;
    });
    return Promise.all(splits);
  }

  async #hash(splits: readonly (readonly [string, readonly MediaRef[]])[]) {
    const source = await this.#task.media.withFrames(frames).open();
    const { signal } = new AbortController();
    const hashed = async (ref: MediaRef): Promise<Hashed | undefined> => {
      const [look] = await source.look(ref, [{}], { signal });
      // Files that cannot be opened are the business of `vidimus probe`.
      if (look?.kind !== "answered") return undefined;
      const hashes = look.value.frames.map(async (frame) => frameHash(await source.bytes(frame)));
      return { name: nameOf(ref), kind: ref.kind, hashes: await Promise.all(hashes) };
    };
    return Promise.all(
      splits.map(async ([split, files]) => {
        const found = await Promise.all(files.map(hashed));
        return [split, found.filter((one) => one !== undefined)] as const;
      }),
    );
  }
}

/** A part of a file is a video of its own. */
function nameOf({ path, from, to }: MediaRef): string {
  return from === undefined && to === undefined ? path : `${path}#${from ?? 0}-${to ?? "end"}`;
}

function sharedNames(splits: readonly (readonly string[])[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const names of splits)
    for (const name of names) {
      if (seen.has(name)) shared.add(name);
      seen.add(name);
    }
  return shared;
}

interface NearPair {
  readonly first: string;
  readonly second: string;
}

function nearPairs(splits: readonly (readonly [string, readonly Hashed[]])[]): readonly NearPair[] {
  return splits.flatMap(([split, files], at) =>
    splits.slice(at + 1).flatMap(([otherSplit, others]) =>
      files.flatMap((file) =>
        others
          .filter((other) => areNear(file, other))
          .map((other) => ({
            first: `${file.name} (${split})`,
            second: `${other.name} (${otherSplit})`,
          })),
      ),
    ),
  );
}

function areNear(first: Hashed, second: Hashed): boolean {
  if (first.kind !== second.kind) return false;
  const distances = first.hashes.flatMap((hash, at) => {
    const other = second.hashes[at];
    return hash === undefined || other === undefined ? [] : [hashDistance(hash, other)];
  });
  const least = first.kind === "image" ? 1 : leastFrames;
  const sum = distances.reduce((total, distance) => total + distance, 0);
  return distances.length >= least && sum <= nearBits * distances.length;
}

function sharedFinding(shared: ReadonlySet<string>): readonly DatasetFinding[] {
  if (shared.size === 0) return [];
  const some = [...shared].slice(0, shownPairs).join(", ");
  const message = `${shared.size === 1 ? "1 file is" : `${shared.size} files are`} in more than one split: ${some}${shared.size > shownPairs ? ", …" : ""}`;
  return [{ check: "shared-files", level: "warning", count: 0, samples: [], message }];
}

function nearFinding(pairs: readonly NearPair[]): readonly DatasetFinding[] {
  if (pairs.length === 0) return [];
  const some = pairs.slice(0, shownPairs).map(({ first, second }) => `${first} and ${second}`);
  const message = `${pairs.length === 1 ? "1 pair of files" : `${pairs.length} pairs of files`} of two splits show nearly the same at the same moments: ${some.join("; ")}${pairs.length > shownPairs ? "; …" : ""}`;
  return [{ check: "near-duplicates", level: "warning", count: 0, samples: [], message }];
}
