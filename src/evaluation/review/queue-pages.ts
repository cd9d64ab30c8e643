import { resolve } from "node:path";
import type { MediaRef } from "../../core/data/sample.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { PlayableMedia } from "../../summary/browse/playable-media.ts";
import type {
  QueueCard,
  QueuePage,
  RatedItem,
  RaterItems,
} from "../../summary/review/review-pages.ts";
import { writtenCorrections } from "./apply-feedback.ts";
import { usedCorrections } from "./gold.ts";
import type { QueuePlace, StoredClip, StoredItem } from "./queue-file.ts";
import { checkRater, type ItemLabel, isDone, progressOf, queueLabels } from "./review-labels.ts";
import { reviewResult } from "./review-result.ts";

/** What pages need from the server. */
export interface QueueSurroundings {
  /** What the browser needs to show a file, or why it may not have it. */
  playable(media: MediaRef, path: string): Promise<PlayableMedia>;
  /** A message without where on this machine something is. */
  publicText(text: string): string;
  /** The folder of a run by its id; `undefined` where it is gone. */
  runDirectory(id: string): Promise<string | undefined>;
}

/** A queue in the list. */
export async function queueCard(place: QueuePlace): Promise<QueueCard> {
  return cardOf(place, await queueLabels(place));
}

/** A queue and, once everything is rated, what came of it. */
export async function queuePage(
  place: QueuePlace,
  surroundings: QueueSurroundings,
): Promise<QueuePage> {
  const { directory, queue } = place;
  const labels = await queueLabels(place);
  const card = cardOf(place, labels);
  const page = { card, values: queue.aspect.values };
  if (!card.isDone) return { ...page, result: null };
  const run = queue.run === undefined ? undefined : await surroundings.runDirectory(queue.run);
  const { items, ...result } = await reviewResult(place, { labels, run });
  const stored = new Map(queue.items.map((item) => [item.id, item]));
  const shown = await Promise.all(
    items.map(async (item) => ({
      ...(await ratedItem(stored.get(item.id)!, { directory, ...surroundings })),
      ...item,
    })),
  );
  const written = await writtenCorrections(directory);
  const used =
    written === undefined || run === undefined
      ? undefined
      : await usedCorrections({ directory: run, task: queue.task }, written.file);
  return {
    ...page,
    result: {
      ...result,
      items: shown.sort((a, b) => Number(isSettled(a.ratings)) - Number(isSettled(b.ratings))),
      ...(used ? { corrections: used.path } : {}),
    },
  };
}

/** What a rater is given; nothing in it tells systems apart or what others said. */
export async function raterItems(
  place: QueuePlace,
  rater: string,
  surroundings: QueueSurroundings,
): Promise<RaterItems> {
  const { directory, queue } = place;
  const name = checkRater(rater);
  const labels = await queueLabels(place);
  const own = labels.filter((label) => !label.isAdjudicated && label.rater === name);
  const items = await Promise.all(
    inOrderOf(name, place).map(async (item): Promise<RatedItem> => {
      const said = own.findLast((label) => label.item === item.id);
      return {
        ...(await ratedItem(item, { directory, ...surroundings })),
        ...(said ? { value: said.value } : {}),
        ...(said?.note === undefined ? {} : { note: said.note }),
      };
    }),
  );
  return {
    rater: name,
    card: cardOf(place, labels),
    values: queue.aspect.values,
    hidesTruth: queue.aspect.hidesTruth,
    items,
  };
}

/** Every rater has an order of their own, always the same; feedback is most uncertain first. */
function inOrderOf(rater: string, { queue }: QueuePlace): readonly StoredItem[] {
  if (queue.kind === "feedback") return queue.items;
  const key = ({ id }: StoredItem) => contentDigest(`${queue.seed} ${rater} ${id}`);
  return queue.items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function cardOf({ queue }: QueuePlace, labels: readonly ItemLabel[]): QueueCard {
  const { name, kind, run, task, family, aspect, from, seed, createdAt, wanted, feedback } = queue;
  const raters = progressOf(labels);
  return {
    ...{ name, kind, task, family, from, seed, createdAt, wanted, raters },
    ...(run === undefined ? {} : { run }),
    aspect: { id: aspect.id, title: aspect.title },
    items: queue.items.length,
    isDone: isDone(queue, raters),
    ...(feedback ? { feedback } : {}),
  };
}

type ItemSurroundings = QueueSurroundings & { readonly directory: string };

async function ratedItem(
  { id, shown, report }: StoredItem,
  surroundings: ItemSurroundings,
): Promise<RatedItem> {
  const { asked, answer, truth, view, clips } = shown;
  return {
    ...{ id, asked, answer },
    ...(truth === undefined ? {} : { truth }),
    ...(view ? { view } : {}),
    clips: await Promise.all(
      clips.map(async (clip) => {
        const { label, startSeconds, endSeconds, spoken } = clip;
        return {
          ...{ label, startSeconds, endSeconds },
          ...(spoken === undefined ? {} : { spoken }),
          media: await playable(clip, surroundings),
        };
      }),
    ),
    ...(report
      ? {
          reported: {
            ...{ kind: report.feedback.kind, distance: report.distance },
            ...(report.feedback.by === undefined ? {} : { by: report.feedback.by }),
            ...(report.feedback.note === undefined ? {} : { note: report.feedback.note }),
            proposal: JSON.stringify(report.proposal.added ?? report.proposal.truth, null, 2),
          },
        }
      : {}),
  };
}

async function playable(
  { file, problem, media }: Pick<StoredClip, "file" | "problem" | "media">,
  { directory, ...surroundings }: ItemSurroundings,
): Promise<PlayableMedia> {
  if (file !== undefined) return surroundings.playable(media, resolve(directory, file));
  const { names: _names, ...own } = media;
  return { ...own, id: null, problem: surroundings.publicText(problem ?? "no such file") };
}

/** Whether all who rated an item said the same. */
function isSettled(ratings: readonly (string | null)[]): boolean {
  return new Set(ratings.filter((rating) => rating !== null)).size < 2;
}
