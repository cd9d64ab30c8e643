import { randomUUID } from "node:crypto";
import { withoutMediaEnding } from "../../core/data/media-endings.ts";
import type { AnnotationFormat, ImportedItem, Marks } from "../../core/family/annotating.ts";
import { UserError } from "../../core/user-error.ts";
import type { ImportAnswer } from "../../summary/annotate/annotation-pages.ts";
import { replay } from "../../summary/annotate/edit-history.ts";
import type { MediaTimes } from "../../summary/browse/playable-media.ts";
import type { AnnotationDesk } from "./annotation-desk.ts";
import { familyOf } from "./family-of.ts";
import {
  type FittedMarks,
  fittedMarks,
  secondsToFrames,
  secondsToTicks,
  tickRate,
} from "./frame-times.ts";
import { mergeMarks } from "./merge-marks.ts";
import type { Project, ProjectItem } from "./read-project.ts";
import { annotatedItems } from "./write-snapshot.ts";

/** The times of a video. */
type TimesOf = (path: string) => Promise<MediaTimes>;

export interface Exchange {
  readonly desk: AnnotationDesk;
  readonly project: Project;
  readonly annotator: string;
  readonly format: string;
  /** Of a program with a clock of its own, where somebody said it; else as the file says. */
  readonly ticksPerSecond?: number | undefined;
  readonly times: TimesOf;
}

/**
 * Adds what a file of another program says to the work of an annotator, as one step of each video,
 * which can be undone like any other. Types that the project does not have are refused.
 */
export async function importAnnotations(
  exchange: Exchange,
  text: string,
  at: string,
): Promise<ImportAnswer> {
  const { desk, project, annotator } = exchange;
  const format = formatOf(project, exchange.format);
  const read = format.read(text, project.plan);
  if (!read.ok) throw new UserError(`cannot be read as ${format.title}: ${read.reason}`);
  const found = read.value.map((imported) => ({ imported, item: findItem(project, imported) }));
  for (const { imported, item } of found) if (item) checkMarks(project, imported.marks);
  const fitted = [];
  for (const { imported, item } of found)
    if (item && Object.keys(imported.marks).length > 0)
      fitted.push({ item, ...(await fittedItem(imported, item, { ...exchange, format })) });
  const journal = await desk.journal(project.folder, annotator);
  const begun = new Map<string, { marks: Marks; revision: number }>();
  const counts = { added: 0, changed: 0, same: 0 };
  const problems: ImportAnswer["problems"][number][] = [];
  for (const { item, marks, beyond } of fitted) {
    const steps = journal.items.get(item.id) ?? [];
    const own = begun.get(item.id) ?? { marks: replay(steps).marks, revision: steps.length };
    const { changes, leftOut, ...merged } = mergeMarks(own.marks, marks, project.plan);
    for (const text of [...beyond, ...leftOut]) problems.push({ video: item.id, text });
    counts.added += merged.added;
    counts.changed += merged.changed;
    counts.same += merged.same;
    begun.set(item.id, own);
    if (changes.length === 0) continue;
    const step = { id: randomUUID(), kind: "edit" as const, changes };
    const answer = await desk.save(project.folder, {
      ...{ item: item.id, annotator, base: own.revision, step, at },
    });
    if (answer.state === "stale")
      throw new UserError(`${item.id} was changed during the import`, "import the file again");
    const changed = changes.map(({ id, mark }) => [id, mark!] as const);
    begun.set(item.id, {
      marks: { ...own.marks, ...Object.fromEntries(changed) },
      revision: answer.revision,
    });
  }
  const rates = fitted.flatMap(({ ticksPerSecond }) => ticksPerSecond ?? []);
  return {
    ...{ items: begun.size, ...counts, problems },
    rates: [...new Set(rates)].map((rate) => ({
      ticksPerSecond: rate,
      isGiven: rate === exchange.ticksPerSecond,
    })),
    unknown: found.flatMap(({ imported, item }) => (item ? [] : [imported.video])),
  };
}

/** Marks in times of the decoder; of a video that cannot be read, seconds are taken as they are. */
async function fittedItem(
  imported: ImportedItem,
  item: ProjectItem,
  exchange: Omit<Exchange, "format"> & { readonly format: AnnotationFormat },
): Promise<FittedMarks & { readonly ticksPerSecond?: number }> {
  const hasIntervals = Object.values(imported.marks).some(({ kind }) => kind === "interval");
  if (!hasIntervals) return { marks: imported.marks, beyond: [] };
  const { format } = exchange;
  const ticksPerSecond =
    imported.unit === "ticks" ? (exchange.ticksPerSecond ?? imported.ticksPerSecond) : undefined;
  if (imported.unit === "ticks" && ticksPerSecond === undefined)
    throw new UserError(
      `the file does not say how many frames a second ${format.title} counted in ${imported.video}`,
      `give its frame rate: the frameRate of the Video tag, ${format.usualTicksPerSecond} where that sets none`,
    );
  const rate = ticksPerSecond === undefined ? {} : { ticksPerSecond };
  try {
    const frames = await exchange.times(item.path);
    return { ...fittedMarks({ ...imported, ...rate }, frames), ...rate };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (imported.unit === "seconds") return { marks: imported.marks, beyond: [] };
    return { marks: {}, beyond: [`no times of its frames: ${error.message}; left out`] };
  }
}

/**
 * What an annotator has begun, as another program reads it. Of formats that count frames, videos
 * that cannot be read are left out.
 */
export async function exportAnnotations({
  desk,
  project,
  annotator,
  format: name,
  times,
}: Exchange): Promise<{ readonly text: string; readonly ending: string }> {
  const format = formatOf(project, name);
  const journal = await desk.journal(project.folder, annotator);
  const items = await annotatedItems(project, journal, desk.lengths);
  const inUnit = await Promise.all(
    items
      .filter(({ seconds }) => format.unit === "seconds" || seconds !== null)
      .map(async (item) => {
        if (format.unit === "seconds") return item;
        const frames = await times(pathOf(project, item.id));
        if (format.unit === "frames")
          return { ...item, marks: secondsToFrames(item.marks, frames) };
        const ticksPerSecond = tickRate(frames);
        const marks = secondsToTicks(item.marks, frames, ticksPerSecond);
        return { ...item, marks, ticksPerSecond };
      }),
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
