import { Hono } from "hono";
import { type KnownFigures, runCards, runPage } from "../../evaluation/browse/run-cards.ts";
import type { RunCard, RunList } from "../../summary/browse/run-page.ts";
import { refuse } from "../guard.ts";
import { publicMessage } from "../public-message.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

/** Runs: the list, and one with its figures. */
export function runRoutes({ folder }: Viewed): Hono {
  const routes = new Hono();
  const known: KnownFigures = new Map();
  const shown = (card: RunCard): RunCard =>
    card.problem === undefined ? card : { ...card, problem: publicMessage(card.problem, folder) };
  routes.get("/data/runs.json", async (context) => {
    const list: RunList = { runs: (await runCards(folder, known)).map(shown) };
    return context.json(list);
  });
  routes.get("/data/runs/:run/run.json", async (context) => {
    const id = context.req.param("run");
    const page = await runPage(await runDirectory(folder, id), id);
    if (!page) return refuse(context, 404, `no run ${id}`);
    const { stale } = page;
    return context.json({
      ...page,
      card: shown(page.card),
      ...(stale === undefined ? {} : { stale: publicMessage(stale, folder) }),
    });
  });
  return routes;
}
