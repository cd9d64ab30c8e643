import { randomBytes } from "node:crypto";
import { basename, isAbsolute } from "node:path";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { getPath } from "hono/utils/url";
import { UserError } from "../core/user-error.ts";
import { version } from "../evaluation/version.ts";
import { shortPath } from "../files/short-path.ts";
import { type AppFacts, percentPath } from "./contract.ts";
import { type GuardOptions, guard, limitBody, onlyReads, refuse, withHeaders } from "./guard.ts";
import { publicMessage } from "./public-message.ts";
import { annotateRoutes } from "./routes/annotate.ts";
import { compareRoutes } from "./routes/compare.ts";
import { goldRoutes } from "./routes/gold.ts";
import { liveRoutes } from "./routes/live.ts";
import { mediaRoutes } from "./routes/media.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { runIndexRoutes } from "./routes/run-index.ts";
import { runRoutes } from "./routes/runs.ts";
import { sampleReading, sampleRoutes } from "./routes/samples.ts";
import type { ServerFigures } from "./server-figures.ts";
import type { Viewed } from "./viewed-folder.ts";
import { webFiles } from "./web-files.ts";

interface ViewOptions extends GuardOptions, Viewed {
  /** The folder of the built browser app. */
  readonly web: string;
  /** What to type to start the server again. */
  readonly command?: string | undefined;
  /** Counts requests; nobody does if absent. */
  readonly figures?: ServerFigures | undefined;
  /** Told of what went wrong here and is no fault of the asker. */
  onError?(error: Error): void;
}

/** The server of `vidimus view`, without a port of its own. */
export function viewApp(options: ViewOptions): Hono {
  const app = new Hono({ getPath: (request) => percentPath(getPath(request)) });
  const nonce = randomBytes(18).toString("base64");
  if (options.figures) app.use(options.figures.count);
  app.use(withHeaders({ nonce }), guard(options), onlyReads, limitBody);
  app.use("/data/*", compress());
  const near = shortPath(options.folder);
  const folder = isAbsolute(near) || near.startsWith("..") ? basename(near) : near;
  const facts: AppFacts = { version, mode: "live", folder, command: options.command };
  app.get("/data/app.json", (context) => context.json(facts));
  app.route("/", runRoutes(options));
  app.route("/", runIndexRoutes(options));
  app.route("/", mediaRoutes(options));
  app.route("/", annotateRoutes(options));
  app.route("/", liveRoutes(options));
  const samples = sampleReading(options);
  app.route("/", sampleRoutes(options, samples));
  app.route("/", compareRoutes(options, samples));
  app.route("/", reviewRoutes(options));
  app.route("/", goldRoutes(options));
  for (const place of ["data", "api", "live", "media"])
    app.all(`/${place}/*`, (context) => refuse(context, 404, `nothing at ${context.req.path}`));
  const files = webFiles(options.web, nonce);
  app.get("*", (context) => files(context) ?? refuse(context, 404, "no such file of the app"));
  app.notFound((context) => refuse(context, 404, `nothing at ${context.req.path}`));
  app.onError((error, context) => {
    if (error instanceof UserError) {
      const told = (text: string) => publicMessage(text, options.folder);
      return refuse(context, 400, told(error.message), error.hint && told(error.hint));
    }
    options.onError?.(error);
    return refuse(context, 500, "something went wrong", "the terminal of `vidimus view` says what");
  });
  return app;
}
