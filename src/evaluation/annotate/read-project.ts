import { existsSync, readFileSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { explainIssues } from "../../config/problems/explain-issues.ts";
import { problemsError, unworded } from "../../config/problems/problem.ts";
import { yamlSource } from "../../config/yaml-source.ts";
import { mediaKind, withoutMediaEnding } from "../../core/data/media-endings.ts";
import type { AnnotationPlan } from "../../core/family/annotating.ts";
import { UserError } from "../../core/user-error.ts";
import { shortPath } from "../../files/short-path.ts";
import { type ProjectConfig, planOf, projectSchema } from "./project-schema.ts";

export const projectFile = "annotate.yaml";

/** One video of a project. */
export interface ProjectItem {
  readonly id: string;
  /** Relative to the media folder, with `/` between names. */
  readonly video: string;
  readonly path: string;
  /** Why it cannot be annotated: there is no such file. */
  readonly problem?: string;
}

/** A project as its file describes it. */
export interface Project {
  readonly folder: string;
  readonly plan: AnnotationPlan;
  /** What paths of videos are relative to. */
  readonly media: string;
  readonly items: readonly ProjectItem[];
}

/** Reads and checks the description of a project, and finds its videos. */
export async function readProject(folder: string): Promise<Project> {
  const file = join(folder, projectFile);
  if (!existsSync(file)) throw new UserError(`no annotation project in ${shortPath(folder)}`);
  const config = parseProject(readFileSync(file, "utf8"), shortPath(file));
  const { media, videos } = await videosOf(config.media, folder, shortPath(file));
  const names = videos.map((video) => withoutMediaEnding(video).replace(/^(?:\.{1,2}\/)+/, ""));
  const items = videos.map((video, at): ProjectItem => {
    const isUnique = names.indexOf(names[at]!) === names.lastIndexOf(names[at]!);
    const item = { id: isUnique ? names[at]! : video, video, path: resolve(media, video) };
    return existsSync(item.path) ? item : { ...item, problem: `no such video: ${video}` };
  });
  return { folder, plan: planOf(config), media, items };
}

/** Checks the text of annotate.yaml. @throws {UserError} that names every wrong place. */
export function parseProject(text: string, file: string): ProjectConfig {
  const source = yamlSource(text, file);
  const parsed = projectSchema.safeParse(source.value, { error: () => unworded });
  const issues = parsed.error
    ? explainIssues(parsed.error.issues, {
        tree: source.value,
        jsonSchema: z.toJSONSchema(projectSchema, { io: "input" }) as z.core.JSONSchema.BaseSchema,
        isHidden: () => false,
      })
    : [];
  const problems = [...source.problems, ...issues];
  if (problems.length > 0)
    throw problemsError(
      problems.map((problem) => ({
        ...problem,
        place: problem.place ?? source.locate(problem.path, problem.about),
      })),
    );
  return parsed.data!;
}

interface Videos {
  readonly media: string;
  readonly videos: readonly string[];
}

async function videosOf(
  media: ProjectConfig["media"],
  folder: string,
  file: string,
): Promise<Videos> {
  if (typeof media !== "string")
    return { media: folder, videos: media.map((path) => path.replaceAll("\\", "/")) };
  const given = resolve(folder, media);
  if (!existsSync(given))
    throw new UserError(`${file}: no such folder of videos: ${media}`, "see media:");
  const root = realpathSync(given);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const videos = entries
    .filter((entry) => entry.isFile() && mediaKind(entry.name) === "video")
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .filter(
      (path) => !path.split("/").some((part) => part.startsWith(".") || part === "node_modules"),
    )
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return { media: root, videos };
}

const deepest = 4;
const passedOver = new Set(["node_modules", ".git", "exports", "artefacts", "evidence", "journal"]);

/** Folders with a project in a folder and below it, by their ids: paths with `/`. */
export async function projectFolders(
  folder: string,
): Promise<readonly { readonly id: string; readonly folder: string }[]> {
  const found: { id: string; folder: string }[] = [];
  const walk = async (directory: string, id: string, depth: number): Promise<void> => {
    if (existsSync(join(directory, projectFile)))
      found.push({ id: id || basename(directory), folder: directory });
    if (depth === deepest) return;
    const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
    for (const entry of entries)
      if (entry.isDirectory() && !passedOver.has(entry.name))
        await walk(join(directory, entry.name), id ? `${id}/${entry.name}` : entry.name, depth + 1);
  };
  await walk(folder, "", 0);
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}
