import { Hono } from "hono";
import { type KnownFigures, runCards, runPage } from "../../evaluation/browse/run-cards.ts";
import type { RunList } from "../../summary/browse/run-page.ts";
import { refuse } from "../guard.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

/** Runs: the list, and one with its figures. */
export function runRoutes({ folder }: Viewed): Hono {
  const routes = new Hono();
  const known: KnownFigures = new Map();
  routes.get("/data/runs.json", async (context) => {
    const list: RunList = { runs: await runCards(folder, known) };
    return context.json(list);
  });
  routes.get("/data/runs/:run/run.json", async (context) => {
    const id = context.req.param("run");
    const page = await runPage(await runDirectory(folder, id), id);
    return page ? context.json(page) : refuse(context, 404, `no run ${id}`);
  });
  return routes;
}
