import { Hono } from "hono";
import { z } from "zod";
import {
  correctGold,
  type GoldPlace,
  goldComparison,
  goldPage,
} from "../../evaluation/review/gold.ts";
import type { CorrectionRequest } from "../../summary/review/gold-pages.ts";
import { publicMessage } from "../public-message.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";
import { allowMedia, bodyOf } from "./reviews.ts";

const correctionSchema = z.strictObject({
  truth: z.record(z.string(), z.json()),
  author: z.string().max(200),
  reason: z.string().max(4000),
});

/** The truth of samples, and corrections of it. */
export function goldRoutes(viewed: Viewed): Hono {
  const { folder, registry } = viewed;
  const routes = new Hono();
  const placeOf = async (run: string, task: string): Promise<GoldPlace> => ({
    ...{ folder, run, task },
    directory: await runDirectory(folder, run),
  });
  routes.get("/data/runs/:run/gold/:task{[^/]+\\.json}", async (context) => {
    const task = context.req.param("task").replace(/\.json$/, "");
    return context.json(await goldComparison(await placeOf(context.req.param("run"), task)));
  });
  routes.get("/data/runs/:run/gold/:task/:sample{.+\\.json}", async (context) => {
    const { run, task, sample } = context.req.param();
    const place = await placeOf(run, task);
    await allowMedia(viewed, place.directory);
    const page = await goldPage(place, sample.replace(/\.json$/, ""), {
      playable: (media, path) => registry.playable(media, path),
      publicText: (text) => publicMessage(text, folder),
    });
    return context.json(page);
  });
  routes.post("/api/runs/:run/gold/:task/:sample", async (context) => {
    const { run, task, sample } = context.req.param();
    const place = await placeOf(run, task);
    await correctGold(
      place,
      sample,
      (await bodyOf(context, correctionSchema)) as CorrectionRequest,
    );
    return context.json(await goldComparison(place));
  });
  return routes;
}
