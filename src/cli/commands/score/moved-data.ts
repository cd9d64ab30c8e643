import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";

/**
 * Where the data of a moved run is read from: another folder that its paths are relative to, or
 * other settings.
 */
export interface MovedData {
  readonly base?: string;
  readonly set: readonly string[];
}

/**
 * What `--data` means for a run: a folder in which all paths of its tasks lie as its configuration
 * names them, or else the data of its only task.
 */
export function movedData(given: string, spec: unknown): MovedData {
  const place = resolve(given);
  if (!existsSync(place)) throw new UserError(`--data: no such file: ${place}`);
  const tasks = isRecord(spec) && Array.isArray(spec.tasks) ? spec.tasks.filter(isRecord) : [];
  const paths = tasks.flatMap(({ data }) =>
    isRecord(data) && data.path !== undefined ? [data.path].flat() : [],
  );
  const areBelow =
    paths.length > 0 &&
    paths.every((path) => typeof path === "string" && existsSync(resolve(place, path)));
  if (statSync(place).isDirectory() && areBelow) return { base: place, set: [] };
  const [task] = tasks;
  if (tasks.length === 1 && typeof task!.id === "string")
    return { set: [`tasks.${task!.id}.data.path=${JSON.stringify(place)}`] };
  throw new UserError(
    `--data: ${place} does not hold the data of all tasks (${paths.join(", ")})`,
    "name the folder that the paths of the configuration are relative to, or set each: --set tasks.<id>.data.path=…",
  );
}
