import { basename, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { factsOf } from "../../families/shared/annotating/intervals-of.ts";
import { quoted } from "../../files/quoted.ts";
import { shortPath } from "../../files/short-path.ts";
import type {
  AnnotatorProgress,
  ItemAgreement,
  ItemCard,
  ItemPage,
  ItemWork,
  ProjectCard,
  ProjectPage,
} from "../../summary/annotate/annotation-pages.ts";
import { replay } from "../../summary/annotate/edit-history.ts";
import type { PlayableMedia } from "../../summary/browse/playable-media.ts";
import { agreementsOf } from "./agreement.ts";
import type { AnnotationDesk } from "./annotation-desk.ts";
import type { JournalContent } from "./annotation-journal.ts";
import { sameAnnotator } from "./annotator-name.ts";
import { familyOf } from "./family-of.ts";
import { type Project, type ProjectItem, projectFolders, readProject } from "./read-project.ts";
import { annotatedItems, isBegun, snapshotFile } from "./write-snapshot.ts";

/** All projects below a folder; one that cannot be read says why. */
export async function projectCards(
  viewed: string,
  desk: AnnotationDesk,
): Promise<readonly ProjectCard[]> {
  const found = await projectFolders(viewed);
  return Promise.all(found.map(({ id, folder }) => projectCard(id, folder, desk)));
}

async function projectCard(id: string, folder: string, desk: AnnotationDesk): Promise<ProjectCard> {
  try {
    return cardOf(id, await readProject(folder), await desk.journals(folder));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { message: problem, hint } = error;
    const empty = { id, name: basename(folder), items: 0, annotators: [], problem };
    return hint === undefined ? empty : { ...empty, hint };
  }
}

/** One project with its videos and how far its annotators agree. */
export async function projectPage(
  id: string,
  project: Project,
  desk: AnnotationDesk,
): Promise<ProjectPage> {
  const journals = await desk.journals(project.folder);
  const { family, annotating } = familyOf(project.plan);
  const annotators = await Promise.all(
    journals.map(async (content) => ({
      annotator: content.annotator,
      items: await annotatedItems(project, content, desk.lengths),
    })),
  );
  return {
    card: cardOf(id, project, journals),
    plan: project.plan,
    items: project.items.map((item) => ({
      ...itemCard(item, journals),
      ...problemIn(item, desk),
    })),
    gone: goneItems(project, journals),
    agreement: agreementsOf(project.plan, annotators),
    formats: annotating.formats.map(
      ({ id: format, title, ending, unit, usualTicksPerSecond: usual }) => ({
        ...{ id: format, title, ending, unit },
        ...(usual === undefined ? {} : { usualTicksPerSecond: usual }),
      }),
    ),
    family: family.id,
  };
}

type MediaOf = (item: ProjectItem) => Promise<PlayableMedia>;

/** One video with its neighbours; without the work of anybody. */
export async function itemPage(
  project: Project,
  id: string,
  { desk, media }: { readonly desk: AnnotationDesk; readonly media: MediaOf },
): Promise<ItemPage> {
  const { items, plan } = project;
  const item = itemOf(project, id);
  const at = items.indexOf(item);
  const shown = await media(item);
  if (shown.id !== null) await desk.lengths(item.path);
  const problem = problemIn(item, desk);
  return {
    plan,
    item: id,
    video: item.video,
    media: problem.problem === undefined ? shown : { ...shown, id: null, ...problem },
    previous: items[at - 1]?.id ?? null,
    next: items[at + 1]?.id ?? null,
    place: at + 1,
    items: items.length,
  };
}

/** @throws {UserError} where the project has no such video. */
export function itemOf({ items }: Project, id: string): ProjectItem {
  const item = items.find((one) => one.id === id);
  if (!item) throw new UserError(`no video ${id} in this project`);
  return item;
}

/** Everything that one annotator did to one video. */
export async function itemWork(
  desk: AnnotationDesk,
  folder: string,
  { item, annotator }: { readonly item: string; readonly annotator: string },
): Promise<ItemWork> {
  const steps = (await desk.journal(folder, annotator)).items.get(item) ?? [];
  return { revision: steps.length, steps };
}

/** How one annotator and every other agree on one video, and what the others marked. */
export async function itemAgreement(
  desk: AnnotationDesk,
  project: Project,
  { item: id, annotator }: { readonly item: string; readonly annotator: string },
): Promise<ItemAgreement> {
  const item = itemOf(project, id);
  const journals = await desk.journals(project.folder);
  const seconds = await desk.lengths(item.path);
  const all = journals
    .map((content) => ({
      annotator: content.annotator,
      items: [{ id, video: item.video, seconds, marks: marksOf(content, id) }].filter(isBegun),
    }))
    .filter(({ items }) => items.length > 0);
  const own = all.filter((one) => sameAnnotator(one.annotator, annotator));
  const others = all.filter((one) => !sameAnnotator(one.annotator, annotator));
  return {
    agreement: others.flatMap((other) => agreementsOf(project.plan, [...own, other])),
    others: others.map((one) => ({ annotator: one.annotator, marks: one.items[0]!.marks })),
  };
}

function cardOf(id: string, project: Project, journals: readonly JournalContent[]) {
  const { plan, items } = project;
  return {
    ...{ id, name: plan.name, annotate: plan.annotate, items: items.length },
    annotators: journals.map((content) => progressOf(content, project)),
  };
}

function progressOf(content: JournalContent, { folder, items }: Project): AnnotatorProgress {
  const all = items.map(({ id }) => ({ marks: marksOf(content, id) }));
  return {
    name: content.annotator,
    begun: all.filter(isBegun).length,
    done: all.filter((item) => factsOf(item).isDone).length,
    file: quoted(shortPath(join(folder, snapshotFile(content.annotator)))),
  };
}

function itemCard({ id, video }: ProjectItem, journals: readonly JournalContent[]): ItemCard {
  return {
    id,
    video,
    annotators: journals.flatMap((content) => {
      const marks = marksOf(content, id);
      if (!isBegun({ marks })) return [];
      const count = Object.values(marks).filter(({ kind }) => kind !== "facts").length;
      return [
        { name: content.annotator, marks: count, isDone: factsOf({ marks }).isDone === true },
      ];
    }),
  };
}

function problemIn({ problem, path }: ProjectItem, desk: AnnotationDesk) {
  const found = problem ?? desk.problemOf(path);
  return found === undefined ? {} : { problem: found };
}

/** Videos that somebody annotated and that the project has no longer; their journals keep them. */
function goneItems({ items }: Project, journals: readonly JournalContent[]): readonly string[] {
  const there = new Set(items.map(({ id }) => id));
  const begun = journals.flatMap((content) =>
    [...content.items.keys()].filter((id) => isBegun({ marks: marksOf(content, id) })),
  );
  return [...new Set(begun)].filter((id) => !there.has(id)).sort();
}

function marksOf({ items }: JournalContent, id: string) {
  return replay(items.get(id) ?? []).marks;
}
