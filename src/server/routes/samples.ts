import { Hono } from "hono";
import { mediaFolders } from "../../evaluation/browse/media-folders.ts";
import { OpenLogs } from "../../evaluation/browse/open-logs.ts";
import { SampleReader } from "../../evaluation/browse/sample-reader.ts";
import { SentFrames } from "../../evaluation/browse/sent-frames.ts";
import { mediaTypeOf } from "../../media/media-type.ts";
import type { SamplePage } from "../../summary/browse/sample-page.ts";
import { refuse } from "../guard.ts";
import { publicMessage } from "../public-message.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

/** What reads single samples, and has the frames that systems were shown of them. */
export interface SampleReading {
  readonly reader: SampleReader;
  readonly frames: SentFrames;
}

export function sampleReading({ registry }: Pick<Viewed, "registry">): SampleReading {
  const frames = new SentFrames();
  const reader = new SampleReader({
    logs: new OpenLogs(),
    frames,
    playable: (ref, path) => registry.playable(ref, path),
  });
  return { reader, frames };
}

/** Single samples of runs, and the frames that systems were shown of them. */
export function sampleRoutes(
  { folder, registry }: Viewed,
  { reader, frames }: SampleReading,
): Hono {
  const routes = new Hono();
  routes.get("/data/runs/:run/samples/:task/:sample{.+\\.json}", async (context) => {
    const { run, task, sample } = context.req.param();
    const directory = await runDirectory(folder, run);
    for (const one of await mediaFolders(directory)) await registry.allow(one);
    const id = sample.slice(0, -".json".length);
    const page = await reader.read({ directory, run, task, sample: id });
    return context.json(withoutPaths(page, folder));
  });
  routes.get("/media/sent/:digest", async (context) => {
    const bytes = await frames.bytes(context.req.param("digest"));
    if (!bytes) return refuse(context, 404, "no such frame", "reload the page");
    return context.body(new Uint8Array(bytes), 200, {
      "content-type": mediaTypeOf(bytes),
      "cache-control": "private, max-age=31536000, immutable",
    });
  });
  return routes;
}

/** Problems of files name them; where on this machine they are is left out. */
function withoutPaths(page: SamplePage, folder: string): SamplePage {
  const told = <Part extends { readonly problem?: string }>(part: Part): Part =>
    part.problem === undefined ? part : { ...part, problem: publicMessage(part.problem, folder) };
  return { ...told(page), media: page.media.map(told) };
}
