import { dirname } from "node:path";
import { type Context, Hono } from "hono";
import { UserError } from "../../core/user-error.ts";
import {
  type Exchange,
  exportAnnotations,
  importAnnotations,
} from "../../evaluation/annotate/exchange-annotations.ts";
import {
  itemAgreement,
  itemOf,
  itemPage,
  itemWork,
  projectCards,
  projectPage,
} from "../../evaluation/annotate/project-pages.ts";
import { type Project, readProject } from "../../evaluation/annotate/read-project.ts";
import { parseSave } from "../../evaluation/annotate/save-schema.ts";
import type { ProjectList } from "../../summary/annotate/annotation-pages.ts";
import { publicMessage } from "../public-message.ts";
import { timesOf } from "../video-lengths.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

/** Annotation projects: what there is to read of them, saves, import and export. */
export function annotateRoutes(viewed: Viewed): Hono {
  const { folder, desk, registry } = viewed;
  const routes = new Hono();
  const folderOf = (context: Context) => runDirectory(folder, context.req.param("project") ?? "");
  /** Its videos may be shown, wherever its file says that they are. */
  const projectOf = async (context: Context) => {
    const project = await readProject(await folderOf(context));
    for (const place of new Set(project.items.map(({ path }) => dirname(path))))
      await registry.allow(place);
    return project;
  };
  /** A save is one of many: the folder of videos is not read again for each. */
  const known = new Map<string, { readonly project: Project; readonly until: number }>();
  const projectToSave = async (context: Context) => {
    const own = known.get(context.req.param("project") ?? "");
    if (own && own.until > Date.now()) return own.project;
    const project = await projectOf(context);
    known.set(context.req.param("project") ?? "", { project, until: Date.now() + 5_000 });
    return project;
  };
  const named = (context: Context) => ({
    item: context.req.param("item") ?? "",
    annotator: (context.req.param("annotator") ?? "").replace(/\.json$/, ""),
  });
  const exchange = async (context: Context): Promise<Exchange> => ({
    desk,
    project: await projectOf(context),
    annotator: named(context).annotator,
    format: context.req.param("format") ?? "",
    ticksPerSecond: rateOf(context.req.query("rate")),
    times: (path) => timesOf(viewed, path),
  });

  routes.get("/data/annotate/projects.json", async (context) => {
    const cards = await projectCards(folder, desk);
    const list: ProjectList = {
      projects: cards.map((card) =>
        card.problem === undefined
          ? card
          : { ...card, problem: publicMessage(card.problem, folder) },
      ),
    };
    return context.json(list);
  });
  routes.get("/data/annotate/:project/project.json", async (context) => {
    const project = await projectOf(context);
    return context.json(await projectPage(context.req.param("project"), project, desk));
  });
  routes.get("/data/annotate/:project/items/:item/item.json", async (context) => {
    const project = await projectOf(context);
    const page = await itemPage(project, named(context).item, {
      desk,
      media: ({ video, path }) => registry.playable({ kind: "video", path: video }, path),
    });
    return context.json(page);
  });
  routes.get("/data/annotate/:project/items/:item/work/:annotator", async (context) =>
    context.json(await itemWork(desk, await folderOf(context), named(context))),
  );
  routes.get("/data/annotate/:project/items/:item/agreement/:annotator", async (context) => {
    const project = await projectOf(context);
    return context.json(await itemAgreement(desk, project, named(context)));
  });
  routes.get("/data/annotate/:project/export/:format/:annotator", async (context) => {
    const { text, ending } = await exportAnnotations(await exchange(context));
    const name = `${named(context).annotator}-${context.req.param("format")}.${ending}`;
    return context.body(text, 200, {
      "content-type": ending === "xml" ? "application/xml" : "application/json",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
  });

  routes.post("/api/annotate/:project/items/:item/save", async (context) => {
    const project = await projectToSave(context);
    const item = itemOf(project, named(context).item).id;
    const request = parseSave(await bodyOf(context));
    const answer = await desk.save(project.folder, {
      ...request,
      item,
      at: new Date().toISOString(),
    });
    return context.json(answer, answer.state === "stale" ? 409 : 200);
  });
  routes.post("/api/annotate/:project/import/:format/:annotator", async (context) =>
    context.json(
      await importAnnotations(
        await exchange(context),
        await context.req.text(),
        new Date().toISOString(),
      ),
    ),
  );
  return routes;
}

function rateOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const rate = Number(given);
  if (rate > 0 && Number.isFinite(rate)) return rate;
  throw new UserError(`rate: expected frames per second, got ${JSON.stringify(given)}`);
}

async function bodyOf(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch {
    throw new UserError("the request is no JSON");
  }
}
