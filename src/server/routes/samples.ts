import { Hono } from "hono";
import { mediaFolders } from "../../evaluation/browse/media-folders.ts";
import { OpenLogs } from "../../evaluation/browse/open-logs.ts";
import { SampleReader } from "../../evaluation/browse/sample-reader.ts";
import { SentFrames } from "../../evaluation/browse/sent-frames.ts";
import { mediaTypeOf } from "../../media/media-type.ts";
import { refuse } from "../guard.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

/** Single samples of runs, and the frames that systems were shown of them. */
export function sampleRoutes({ folder, registry }: Viewed): Hono {
  const frames = new SentFrames();
  const reader = new SampleReader({
    logs: new OpenLogs(),
    frames,
    playable: (ref, path) => registry.playable(ref, path),
  });
  const routes = new Hono();
  routes.get("/data/runs/:run/samples/:task/:sample{.+\\.json}", async (context) => {
    const { run, task, sample } = context.req.param();
    const directory = await runDirectory(folder, run);
    for (const one of await mediaFolders(directory)) await registry.allow(one);
    const id = sample.slice(0, -".json".length);
    return context.json(await reader.read({ directory, run, task, sample: id }));
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
