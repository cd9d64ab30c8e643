import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { runStores } from "../../store/run-stores.ts";
import { refuse } from "../guard.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

/** How far a run is, as events, for as long as somebody looks. */
export function liveRoutes({ folder, live }: Viewed): Hono {
  const routes = new Hono();
  routes.get("/live/runs/:run", async (context) => {
    const id = context.req.param("run");
    const directory = await runDirectory(folder, id);
    if (!(await runStores.header(directory))) return refuse(context, 404, `no run ${id}`);
    return streamSSE(context, async (stream) => {
      using _ = live.watch(directory, (progress) => {
        void stream.writeSSE({ data: JSON.stringify(progress) });
      });
      if (!stream.aborted) await new Promise<void>((resolve) => stream.onAbort(resolve));
    });
  });
  return routes;
}
