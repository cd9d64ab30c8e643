import { Hono } from "hono";
import { UserError } from "../../core/user-error.ts";
import { indexFile, RunIndexes } from "../../evaluation/browse/run-index.ts";
import type { RunIndex, RunIndexDocument } from "../../summary/browse/run-index.ts";
import { refuse } from "../guard.ts";
import { publicProblem } from "../public-message.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

/** All samples of a run by columns. */
export function runIndexRoutes({ folder }: Viewed): Hono {
  const routes = new Hono();
  const indexes = new RunIndexes();
  routes.get("/data/runs/:run/index.json", async (context) => {
    const directory = await runDirectory(folder, context.req.param("run"));
    return context.json(await indexOrProblem(indexes.find(directory), folder));
  });
  routes.get("/data/runs/:run/index/:key/:name", async (context) => {
    const { run, key, name } = context.req.param();
    const bytes = await indexFile(await runDirectory(folder, run), { key, name });
    if (!bytes) return refuse(context, 404, `no file ${name} of the index; load the page again`);
    return context.body(bytes, 200, {
      "content-type": "application/octet-stream",
      // Another log or other data has another key.
      "cache-control": "private, max-age=31536000, immutable",
    });
  });
  return routes;
}

/** Data that was moved is no fault of the request: pages show the figures, and why no samples. */
async function indexOrProblem(index: Promise<RunIndex>, folder: string): Promise<RunIndexDocument> {
  try {
    return { index: await index };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { index: null, ...publicProblem(error, folder) };
  }
}
