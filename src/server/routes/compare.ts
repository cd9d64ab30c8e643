import { type Context, Hono } from "hono";
import { type ComparedRun, RunComparer } from "../../evaluation/browse/compare-runs.ts";
import type { ComparePage } from "../../summary/browse/compare-page.ts";
import { publicMessage } from "../public-message.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";
import type { SampleReading } from "./samples.ts";

/** Two runs, or two systems, set against each other. */
export function compareRoutes({ folder }: Viewed, { reader }: SampleReading): Hono {
  const comparer = new RunComparer(reader);
  const routes = new Hono();
  const compared = async (
    context: Context,
    { task, allowsDifferent = false }: { task?: string; allowsDifferent?: boolean },
  ) => {
    const { a = "", b = "" } = context.req.param();
    const [baseline, other] = [await comparedRun(folder, a), await comparedRun(folder, b)];
    const page = await comparer.compare({ baseline, other, task, allowsDifferent });
    return context.json(withoutPaths(page, folder));
  };
  routes.get("/data/compare/:a/:b/all.json", (context) => compared(context, {}));
  routes.get("/data/compare/:a/:b/common.json", (context) =>
    compared(context, { allowsDifferent: true }),
  );
  routes.get("/data/compare/:a/:b/tasks/:task{.+\\.json}", (context) =>
    compared(context, { task: context.req.param("task").slice(0, -".json".length) }),
  );
  return routes;
}

/** A run by its id, or `run#system`. */
async function comparedRun(folder: string, source: string): Promise<ComparedRun> {
  const at = source.lastIndexOf("#");
  if (at <= 0) return { run: source, directory: await runDirectory(folder, source) };
  const [run, system] = [source.slice(0, at), source.slice(at + 1)];
  return { run, directory: await runDirectory(folder, run), system };
}

function withoutPaths({ problem, ...page }: ComparePage, folder: string): ComparePage {
  const told = (text: string) => publicMessage(text, folder);
  return {
    ...page,
    ...(problem
      ? { problem: { reason: told(problem.reason), hint: problem.hint && told(problem.hint) } }
      : {}),
    problems: page.problems.map(({ task, reason }) => ({ task, reason: told(reason) })),
    notes: page.notes.map(told),
  };
}
