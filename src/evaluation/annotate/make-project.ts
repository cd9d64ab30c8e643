import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { AnnotationKind } from "../../core/family/annotating.ts";
import { UserError } from "../../core/user-error.ts";
import { shortPath } from "../../files/short-path.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import { parseProject, projectFile, readProject } from "./read-project.ts";

const types: Readonly<Record<AnnotationKind, string>> = {
  events: "[event]   # types of events, such as [fall, spill]",
  questions: "[]   # kinds of questions, such as [who, when, why]",
  labels: '["yes", "no"]   # the labels to choose from',
};

/**
 * Makes an annotation project of a folder of videos; one that is there is left as it is. Returns the
 * path of a new description. @throws {UserError} where nothing can be annotated there.
 */
export async function makeProject(folder: string, kind: string): Promise<string | undefined> {
  if (!(kind in types))
    throw new UserError(
      `${JSON.stringify(kind)} cannot be annotated`,
      `one of: ${Object.keys(types).join(", ")}`,
    );
  const path = join(folder, projectFile);
  if (existsSync(path)) {
    const { annotate } = parseProject(readFileSync(path, "utf8"), shortPath(path));
    if (annotate === kind) return undefined;
    throw new UserError(
      `${shortPath(path)} is a project of ${annotate}, not of ${kind}`,
      `open it with --annotate ${annotate}, or make the other project in a folder of its own, with media: there`,
    );
  }
  const text = [
    `name: ${JSON.stringify(basename(folder))}`,
    `annotate: ${kind}   # events, questions or labels`,
    "media: .   # the folder of the videos, relative to this file",
    `types: ${types[kind as AnnotationKind]}`,
    "difficulties: [easy, medium, hard]",
    "",
  ].join("\n");
  parseProject(text, shortPath(path));
  writeAtomically(path, text);
  const { items } = await readProject(folder);
  if (items.length > 0) return path;
  throw new UserError(
    `there is no video in ${shortPath(folder)}`,
    `${shortPath(path)} was written: set its media to the folder of the videos`,
  );
}
