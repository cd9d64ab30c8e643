import { realpath } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { UserError } from "../core/user-error.ts";
import type { AnnotationDesk } from "../evaluation/annotate/annotation-desk.ts";
import type { DecodedMedia } from "../evaluation/browse/decoded-media.ts";
import type { LiveRuns } from "../evaluation/browse/live-runs.ts";
import type { MediaRegistry } from "./media-registry.ts";

export interface Viewed {
  /** The folder of runs and datasets; its path without symbolic links. */
  readonly folder: string;
  /** Files that pages may ask for. */
  readonly registry: MediaRegistry;
  readonly decoded: DecodedMedia;
  /** The annotation projects that this server writes. */
  readonly desk: AnnotationDesk;
  readonly live: LiveRuns;
}

/**
 * The folder of a run by its id; the viewed folder itself may be a run. @throws {UserError} where
 * the id leads out of the viewed folder, also through a symbolic link.
 */
export async function runDirectory(folder: string, id: string): Promise<string> {
  const parts = id.split("/");
  if (parts.some((one) => one === "" || one === "." || one === ".." || /[\\\0]/.test(one)))
    throw new UserError(`no run can be called ${JSON.stringify(id)}`);
  const found = await realpath(join(folder, ...parts)).catch(() => undefined);
  if (found?.startsWith(folder + sep)) return found;
  if (id === basename(folder)) return folder;
  throw new UserError(`no run ${id} in this folder`);
}
