import { Hono } from "hono";
import { compress } from "hono/compress";
import { UserError } from "../core/user-error.ts";
import { version } from "../evaluation/version.ts";
import { shortPath } from "../files/short-path.ts";
import type { AppFacts } from "./contract.ts";
import { type GuardOptions, guard, limitBody, refuse, withHeaders } from "./guard.ts";
import { goldRoutes } from "./routes/gold.ts";
import { mediaRoutes } from "./routes/media.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { runRoutes } from "./routes/runs.ts";
import type { Viewed } from "./viewed-folder.ts";
import { webFiles } from "./web-files.ts";

interface ViewOptions extends GuardOptions, Viewed {
  /** The folder of the built browser app. */
  readonly web: string;
}

/** The server of `vidimus view`, without a port of its own. */
export function viewApp(options: ViewOptions): Hono {
  const app = new Hono();
  app.use(withHeaders, guard(options), limitBody);
  app.use("/data/*", compress());
  const facts: AppFacts = { version, mode: "live", folder: shortPath(options.folder) };
  app.get("/data/app.json", (context) => context.json(facts));
  app.route("/", runRoutes(options));
  app.route("/", mediaRoutes(options));
  app.route("/", reviewRoutes(options));
  app.route("/", goldRoutes(options));
  for (const place of ["data", "api", "live", "media"])
    app.all(`/${place}/*`, (context) => refuse(context, 404, `nothing at ${context.req.path}`));
  const files = webFiles(options.web);
  app.get("*", (context) => files(context) ?? refuse(context, 404, "no such file of the app"));
  app.notFound((context) => refuse(context, 404, `nothing at ${context.req.path}`));
  app.onError((error, context) =>
    error instanceof UserError
      ? refuse(context, 400, error.message, error.hint)
      : refuse(context, 500, error.message),
  );
  return app;
}
