import { randomUUID } from "node:crypto";
import { withoutMediaEnding } from "../../core/data/media-endings.ts";
import type { AnnotationFormat, ImportedItem, Marks } from "../../core/family/annotating.ts";
import { UserError } from "../../core/user-error.ts";
import type { ImportAnswer } from "../../summary/annotate/annotation-pages.ts";
import type { MediaTimes } from "../../summary/browse/playable-media.ts";
import type { AnnotationDesk } from "./annotation-desk.ts";
import { familyOf } from "./family-of.ts";
import { framesToSeconds, secondsToFrames } from "./frame-times.ts";
import type { Project, ProjectItem } from "./read-project.ts";
import { annotatedItems } from "./write-snapshot.ts";

/** The times of a video. */
type TimesOf = (path: string) => Promise<MediaTimes>;

export interface Exchange {
  readonly desk: AnnotationDesk;
  readonly project: Project;
  readonly annotator: string;
  readonly format: string;
  readonly times: TimesOf;
}

/**
 * Adds what a file of another program says to the work of an annotator, as one step of each video,
 * which can be undone like any other. Types that the project does not have are refused.
 */
export async function importAnnotations(
  { desk, project, annotator, format: name, times }: Exchange,
  text: string,
  at: string,
): Promise<ImportAnswer> {
  const format = formatOf(project, name);
  const read = format.read(text, project.plan);
  if (!read.ok) throw new UserError(`cannot be read as ${format.title}: ${read.reason}`);
  const found = read.value.map((imported) => ({ imported, item: findItem(project, imported) }));
  for (const { imported, item } of found) if (item) checkMarks(project, imported.marks);
  const journal = await desk.journal(project.folder, annotator);
  const base = new Map<string, number>();
  let marks = 0;
  for (const { imported, item } of found) {
    if (!item || Object.keys(imported.marks).length === 0) continue;
    const inSeconds =
      imported.unit === "frames"
        ? framesToSeconds(imported.marks, await times(item.path))
        : imported.marks;
    const changes = Object.entries(inSeconds).map(([id, mark]) => ({ id, mark }));
    const revision = base.get(item.id) ?? journal.items.get(item.id)?.length ?? 0;
    const step = { id: randomUUID(), kind: "edit" as const, changes };
    const answer = await desk.save(project.folder, {
      ...{ item: item.id, annotator, base: revision, step, at },
    });
    if (answer.state === "stale")
      throw new UserError(`${item.id} was changed during the import`, "import the file again");
    base.set(item.id, answer.revision);
    marks += changes.length;
  }
  return {
    items: base.size,
    marks,
    unknown: found.flatMap(({ imported, item }) => (item ? [] : [imported.video])),
  };
}

/** What an annotator has begun, as another program reads it. */
export async function exportAnnotations({
  desk,
  project,
  annotator,
  format: name,
  times,
}: Exchange): Promise<{ readonly text: string; readonly ending: string }> {
  const format = formatOf(project, name);
  const journal = await desk.journal(project.folder, annotator);
  const lengths = async (path: string) => (await times(path)).seconds;
  const items = await annotatedItems(project, journal, lengths);
  const inUnit = await Promise.all(
    items.map(async (item) =>
      format.unit === "seconds"
        ? item
        : { ...item, marks: secondsToFrames(item.marks, await times(pathOf(project, item.id))) },
    ),
  );
  return { text: format.write(inUnit, project.plan), ending: format.ending };
}

function pathOf({ items }: Project, id: string): string {
  return items.find((item) => item.id === id)!.path;
}

function formatOf({ plan }: Project, name: string): AnnotationFormat {
  const { formats } = familyOf(plan).annotating;
  const format = formats.find(({ id }) => id === name);
  if (!format)
    throw new UserError(
      `${plan.annotate} have no format ${JSON.stringify(name)}`,
      `formats: ${formats.map(({ id }) => id).join(", ")}`,
    );
  return format;
}

/** By its id or path, or by the name of its file alone where that is one of a kind. */
function findItem({ items }: Project, { video }: ImportedItem): ProjectItem | undefined {
  const wanted = withoutMediaEnding(decoded(video).replaceAll("\\", "/"));
  const exact = items.find(({ id, video: path }) =>
    [id, path, withoutMediaEnding(path)].some((name) => name === wanted || name === video),
  );
  if (exact) return exact;
  const ending = lastPart(wanted);
  const near = items.filter(({ video: path }) => {
    const name = lastPart(withoutMediaEnding(path));
    return name === ending || `v_${name}` === ending || isPrefixed(ending, name);
  });
  return near.length === 1 ? near[0] : undefined;
}

/** Label Studio calls an upload of `a.mp4` `1f3c9a7e-a.mp4`. */
function isPrefixed(ending: string, name: string): boolean {
  return /^[0-9a-f]{8}-/.test(ending) && ending.slice(9) === name;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function checkMarks({ plan }: Project, marks: Marks): void {
  const known = plan.types.map(({ id }) => id);
  for (const mark of Object.values(marks)) {
    const type = mark.kind === "facts" ? undefined : mark.type;
    const isFixed = plan.annotate === "questions" && mark.kind === "interval";
    if (type === undefined || isFixed || known.includes(type)) continue;
    throw new UserError(
      `the file has the type ${JSON.stringify(type)}, which the project does not have`,
      `add it to types in annotate.yaml (types there: ${known.join(", ") || "none"})`,
    );
  }
}
