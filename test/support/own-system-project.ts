import { dirname } from "node:path";
import type { temporaryFolder } from "./temporary-folder.ts";

export interface OwnSystemProject {
  /** The module that defines a kind of system. */
  readonly source: string;
  /** The list of systems, as YAML. */
  readonly systems: string;
  /** Further lines of the configuration. */
  readonly more?: string;
}

/** Writes a project of four questions for systems of a module of its own; returns its folder. */
export function ownSystemProject(
  folder: ReturnType<typeof temporaryFolder>,
  name: string,
  { source, systems, more = "" }: OwnSystemProject,
): string {
  const rows = Array.from({ length: 4 }, (_, at) =>
    JSON.stringify({ id: `q${at}`, question: "?", choices: ["yes", "no"], answer: 0 }),
  );
  folder.file(`${name}/system.ts`, source);
  folder.file(`${name}/q.jsonl`, rows.join("\n"));
  const config = `name: x
use: [./system.ts]
tasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl, media: none } }]
systems: ${systems}
cache: { replies: false }
${more}`;
  return dirname(folder.file(`${name}/vidimus.yaml`, config));
}
