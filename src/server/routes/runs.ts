import { Hono } from "hono";
import { UserError } from "../../core/user-error.ts";
import { FiguresSoFar } from "../../evaluation/browse/figures-so-far.ts";
import { type KnownFigures, runCards, runPage } from "../../evaluation/browse/run-cards.ts";
import type {
  FiguresSoFar as FiguresSoFarDocument,
  RunCard,
  RunList,
} from "../../summary/browse/run-page.ts";
import type { Summary } from "../../summary/summary.ts";
import { refuse } from "../guard.ts";
import { publicMessage, publicProblem } from "../public-message.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

/** Runs: the list, and one with its figures. */
export function runRoutes({ folder }: Viewed): Hono {
  const routes = new Hono();
  const known: KnownFigures = new Map();
  const soFar = new FiguresSoFar();
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
  routes.get("/data/runs/:run/so-far.json", async (context) => {
    const directory = await runDirectory(folder, context.req.param("run"));
    return context.json(await figuresOrProblem(soFar.find(directory), folder));
  });
  return routes;
}

/** Data that was moved is no fault of the request. */
async function figuresOrProblem(
  figures: Promise<Summary>,
  folder: string,
): Promise<FiguresSoFarDocument> {
  try {
    return { summary: await figures };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { summary: null, ...publicProblem(error, folder) };
  }
}
