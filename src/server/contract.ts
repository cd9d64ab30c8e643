import type {
  ItemAgreement,
  ItemPage,
  ItemWork,
  ProjectList,
  ProjectPage,
} from "../summary/annotate/annotation-pages.ts";
import type { ComparePage } from "../summary/browse/compare-page.ts";
import type { MediaTimes } from "../summary/browse/playable-media.ts";
import type { RunIndex, RunIndexDocument } from "../summary/browse/run-index.ts";
import type { FiguresSoFar, RunList, RunPage } from "../summary/browse/run-page.ts";
import type { SamplePage } from "../summary/browse/sample-page.ts";
import type { GoldComparison, GoldPage } from "../summary/review/gold-pages.ts";
import type {
  QueueChoices,
  QueueList,
  QueuePage,
  RaterItems,
} from "../summary/review/review-pages.ts";

/**
 * What server and browser say to each other. This file is pure, so that both import it.
 *
 * Everything that can be read is a document with a path of its own below `data/`, without a query:
 * a static export writes the same documents as files under the same paths. Changes are posted to
 * `api/`, what happens now is streamed from `live/`, files come from `media/`.
 */
export interface Document<Content> {
  readonly path: string;
  /** Only for the compiler: what the document holds. */
  readonly content?: Content;
}

/** About the app itself. */
export interface AppFacts {
  readonly version: string;
  /** Nothing can be changed and nothing is live in a static export. */
  readonly mode: "live" | "static";
  /** The folder that is viewed, as messages name it. */
  readonly folder: string;
  /** What to type to start the server again. */
  readonly command?: string | undefined;
  /** The comparisons that a static export has; a server makes any. */
  readonly pairs?: readonly ComparedPair[];
}

/** Two systems of a run that are set against each other; `a` is the baseline. */
export interface ComparedPair {
  readonly task: string;
  readonly a: string;
  readonly b: string;
}

/** What a request is answered with that cannot be done. */
export interface Problem {
  readonly error: string;
  readonly hint?: string;
}

/** The documents of the app by name; ids may hold any character. */
export const documents = {
  app: document<AppFacts>("app.json"),
  runs: document<RunList>("runs.json"),
  /** Frames of a picture or video by their times. */
  times: (media: string) => document<MediaTimes>(`media/${part(media)}/times.json`),
  run: (run: string) => document<RunPage>(`runs/${part(run)}/run.json`),
  /** The figures of a run that is not done. */
  soFar: (run: string) => document<FiguresSoFar>(`runs/${part(run)}/so-far.json`),
  /** What is known of all samples of a run, or why it is not. */
  index: (run: string) => document<RunIndexDocument>(`runs/${part(run)}/index.json`),
  /** Two runs, or `run#system`, set against each other; the first is the baseline. */
  compare: (a: string, b: string) =>
    document<ComparePage>(`compare/${part(a)}/${part(b)}/all.json`),
  /** The same on one task. */
  compareTask: (a: string, b: string, task: string) =>
    document<ComparePage>(`compare/${part(a)}/${part(b)}/tasks/${part(task)}.json`),
  /** What both have in common, although data or rules differ. */
  compareCommon: (a: string, b: string) =>
    document<ComparePage>(`compare/${part(a)}/${part(b)}/common.json`),
  /** All about one sample of a run. */
  sample: (run: string, task: string, sample: string) =>
    document<SamplePage>(`runs/${part(run)}/samples/${part(task)}/${part(sample)}.json`),
  projects: document<ProjectList>("annotate/projects.json"),
  project: (project: string) => document<ProjectPage>(`annotate/${part(project)}/project.json`),
  item: (project: string, item: string) =>
    document<ItemPage>(`annotate/${part(project)}/items/${part(item)}/item.json`),
  /** What one annotator did to one video. */
  work: (project: string, item: string, annotator: string) =>
    document<ItemWork>(
      `annotate/${part(project)}/items/${part(item)}/work/${part(annotator)}.json`,
    ),
  /** How one annotator and the others agree on one video. */
  agreement: (project: string, item: string, annotator: string) =>
    document<ItemAgreement>(
      `annotate/${part(project)}/items/${part(item)}/agreement/${part(annotator)}.json`,
    ),
  /** Queues of answers that people rate. */
  reviews: document<QueueList>("reviews.json"),
  /** What a queue can be made of. */
  queueChoices: (run: string) => document<QueueChoices>(`runs/${part(run)}/review.json`),
  review: (queue: string) => document<QueuePage>(`reviews/${part(queue)}/queue.json`),
  /** The items of a queue as one rater meets them. */
  raterItems: (queue: string, rater: string) =>
    document<RaterItems>(`reviews/${part(queue)}/raters/${part(rater)}.json`),
  /** The truth of a sample, as it is and as corrections have it. */
  gold: (run: string, task: string, sample: string) =>
    document<GoldPage>(`runs/${part(run)}/gold/${part(task)}/${part(sample)}.json`),
  /** Scores of a task under the data as it is, and under its corrections. */
  goldScores: (run: string, task: string) =>
    document<GoldComparison>(`runs/${part(run)}/gold/${part(task)}.json`),
} as const;

/** What is posted where. */
export const changes = {
  makeQueue: "api/reviews",
  label: (queue: string) => `api/reviews/${part(queue)}/labels`,
  adjudicate: (queue: string) => `api/reviews/${part(queue)}/adjudications`,
  /** Scores the run of a queue with its labels, for its report. */
  scoreQueue: (queue: string) => `api/reviews/${part(queue)}/score`,
  /** Writes what was accepted of feedback as corrections. */
  acceptFeedback: (queue: string) => `api/reviews/${part(queue)}/corrections`,
  correctGold: (run: string, task: string, sample: string) =>
    `api/runs/${part(run)}/gold/${part(task)}/${part(sample)}`,
} as const;

/** A file of the index of a run, by its name in `indexFiles`; see `openColumns`. */
export function indexAddress(run: string, { key }: RunIndex, name: string): string {
  return `data/runs/${part(run)}/index/${key}/${name}`;
}

/** A step of an annotator is posted here as `SaveRequest`; 409 where it is not based on the last. */
export function saveAddress(project: string, item: string): string {
  return `api/annotate/${part(project)}/items/${part(item)}/save`;
}

/** The text of a file of another program is posted here. */
export function importAddress(
  project: string,
  format: string,
  { annotator, rate }: { readonly annotator: string; readonly rate?: number | undefined },
): string {
  const query = rate === undefined ? "" : `?rate=${rate}`;
  return `api/annotate/${part(project)}/import/${part(format)}/${part(annotator)}${query}`;
}

/** The work of an annotator as another program reads it. */
export function exportAddress(project: string, format: string, annotator: string): string {
  return `data/annotate/${part(project)}/export/${part(format)}/${part(annotator)}`;
}

/**
 * The file of a picture or video as it is; ranges of it can be asked for. Ids in a static export
 * have the ending of the file, since hosts tell by it what a file is.
 */
export function fileAddress(media: string): string {
  return `media/${part(media)}/file${/\.\w+$/.exec(media)?.[0] ?? ""}`;
}

/** One frame as our decoder shows it, by its place in `MediaTimes.times`. */
export function frameAddress(media: string, frame: number): string {
  return `media/${part(media)}/frames/${frame}.jpg`;
}

/** Events of a run that is being written; each holds a `LiveProgress`. */
export function liveAddress(run: string): string {
  return `live/runs/${part(run)}`;
}

/** A frame as it was sent to a system, by its digest; while the cache of frames holds it. */
export function sentFrameAddress(digest: string): string {
  return `media/sent/${part(digest)}`;
}

function document<Content>(path: string): Document<Content> {
  return { path: `data/${path}` };
}

/**
 * One part of a path, which is also the name of a file in a static export: other characters are
 * written as `~2F`, since hosts do not agree on what `%2F` means.
 */
function part(id: string): string {
  return encodeURIComponent(id)
    .replaceAll("~", "~7E")
    .replaceAll("%", "~")
    .replace(/^\.+/, (dots) => "~2E".repeat(dots.length));
}

/** A path of the contract as servers read it: `~2F` is `%2F`. */
export function percentPath(path: string): string {
  return path.replace(/~([0-9A-F]{2})/g, "%$1");
}
