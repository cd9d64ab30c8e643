import { join } from "node:path";
import { type AnnotatedItem, factsId } from "../../core/family/annotating.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import { replay } from "../../summary/annotate/edit-history.ts";
import type { JournalContent } from "./annotation-journal.ts";
import { annotatorFile } from "./annotator-name.ts";
import { familyOf } from "./family-of.ts";
import { ownFolder } from "./own-folder.ts";
import type { Project } from "./read-project.ts";

/** The length of a video in seconds, up to the end of its last frame; `null` where unreadable. */
export type Lengths = (path: string) => Promise<number | null>;

const snapshotFolder = "annotations";

/** The file of an annotator's data, relative to the folder of the project. */
export function snapshotFile(annotator: string): string {
  return `${snapshotFolder}/${annotatorFile(annotator)}`;
}

/** Writes what an annotator has done so far as data of the family that evaluates it. */
export async function writeSnapshot(
  project: Project,
  content: JournalContent,
  lengths: Lengths,
): Promise<void> {
  const { annotating } = familyOf(project.plan);
  const items = await annotatedItems(project, content, lengths);
  const rows = items.flatMap((item) => annotating.rows(item, project.plan));
  ownFolder(project.folder, snapshotFolder);
  writeAtomically(
    join(project.folder, snapshotFile(content.annotator)),
    rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  );
}

/** The items that an annotator has begun, in the order of the project. */
export async function annotatedItems(
  { items }: Project,
  { items: steps }: JournalContent,
  lengths: Lengths,
): Promise<readonly AnnotatedItem[]> {
  const found: AnnotatedItem[] = [];
  for (const { id, video, path } of items) {
    const { marks } = replay(steps.get(id) ?? []);
    if (!isBegun({ marks })) continue;
    found.push({ id, video, seconds: await lengths(path), marks });
  }
  return found;
}

/** Whether something is marked, or the item was finished with nothing in it. */
export function isBegun({ marks }: Pick<AnnotatedItem, "marks">): boolean {
  return Object.entries(marks).some(
    ([id, mark]) => id !== factsId || (mark.kind === "facts" && mark.isDone === true),
  );
}
