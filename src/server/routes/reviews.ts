import { type Context, Hono } from "hono";
import { z } from "zod";
import { firstIssue } from "../../core/first-issue.ts";
import { usualQuoteRule } from "../../core/scores/aspect.ts";
import { UserError } from "../../core/user-error.ts";
import { mediaFolders } from "../../evaluation/browse/media-folders.ts";
import { rescore } from "../../evaluation/rescore.ts";
import { applyFeedback } from "../../evaluation/review/apply-feedback.ts";
import { makeQueue } from "../../evaluation/review/make-queue.ts";
import { queueChoices } from "../../evaluation/review/queue-choices.ts";
import { readQueue, readQueues } from "../../evaluation/review/queue-file.ts";
import {
  type QueueSurroundings,
  queueCard,
  queuePage,
  raterItems,
} from "../../evaluation/review/queue-pages.ts";
import { addAdjudication, addLabel, labelsOf } from "../../evaluation/review/review-labels.ts";
import type { LabelRequest, QueueList, QueueRequest } from "../../summary/review/review-pages.ts";
import { publicMessage } from "../public-message.ts";
import { runDirectory, type Viewed } from "../viewed-folder.ts";

const text = z.string().min(1);

const queueSchema = z.strictObject({
  run: text,
  task: text,
  aspect: text,
  systems: z.array(text).min(1).optional(),
  from: z.enum(["all", "judged", "mistakes"]),
  n: z.int(),
  seed: z.int(),
  raters: z.int(),
  name: text.optional(),
});

const labelSchema = z.strictObject({
  item: text,
  rater: z.string(),
  value: text,
  note: z.string().max(4000).optional(),
});

/** Queues of answers that people rate, and what they say. */
export function reviewRoutes(viewed: Viewed): Hono {
  const { folder } = viewed;
  const routes = new Hono();
  const surroundings: QueueSurroundings = {
    playable: (media, path) => viewed.registry.playable(media, path),
    publicText: (text) => publicMessage(text, folder),
    runDirectory: (id) => runDirectory(folder, id).catch(() => undefined),
  };
  /** A queue whose clips may be shown: those in folders that its run names. */
  const open = async (name: string) => {
    const place = await readQueue(folder, name);
    const { run } = place.queue;
    const directory = run === undefined ? undefined : await surroundings.runDirectory(run);
    if (directory !== undefined) await allowMedia(viewed, directory);
    return place;
  };
  routes.get("/data/reviews.json", async (context) => {
    const queues = await Promise.all((await readQueues(folder)).map(queueCard));
    return context.json({ queues } satisfies QueueList);
  });
  routes.get("/data/runs/:run/review.json", async (context) => {
    const run = context.req.param("run");
    return context.json(await queueChoices(await runDirectory(folder, run), run));
  });
  routes.get("/data/reviews/:queue/queue.json", async (context) => {
    const place = await open(context.req.param("queue"));
    return context.json(await queuePage(place, surroundings));
  });
  routes.get("/data/reviews/:queue/raters/:rater{.+\\.json}", async (context) => {
    const place = await open(context.req.param("queue"));
    const rater = context.req.param("rater").replace(/\.json$/, "");
    return context.json(await raterItems(place, rater, surroundings));
  });
  routes.post("/api/reviews", async (context) => {
    const request = (await bodyOf(context, queueSchema)) as QueueRequest;
    const directory = await runDirectory(folder, request.run);
    return context.json(await queueCard(await makeQueue(request, { folder, directory })));
  });
  routes.post("/api/reviews/:queue/labels", async (context) => {
    const place = await open(context.req.param("queue"));
    await addLabel(place, (await bodyOf(context, labelSchema)) as LabelRequest);
    return context.json(await queueCard(place));
  });
  routes.post("/api/reviews/:queue/adjudications", async (context) => {
    const place = await open(context.req.param("queue"));
    await addAdjudication(place, (await bodyOf(context, labelSchema)) as LabelRequest);
    return context.json(await queuePage(place, surroundings));
  });
  routes.post("/api/reviews/:queue/score", async (context) => {
    const { directory, queue } = await open(context.req.param("queue"));
    if (queue.run === undefined) throw new UserError("this queue is about no run");
    if (queue.kind === "feedback")
      throw new UserError(
        "feedback is not scored as labels",
        "write what was accepted as corrections, and score the run with these",
      );
    const { tasks } = await rescore(await runDirectory(folder, queue.run), {
      labels: { ...usualQuoteRule, path: labelsOf(directory) },
      isOffline: true,
    });
    const task = tasks.find(({ id }) => id === queue.task);
    return context.json(
      (task?.systems ?? []).flatMap(({ id, aspects = [] }) =>
        aspects
          .filter((aspect) => aspect.id === queue.aspect.id && aspect.people)
          .map((summary) => ({ system: id, summary })),
      ),
    );
  });
  routes.post("/api/reviews/:queue/corrections", async (context) => {
    const place = await open(context.req.param("queue"));
    const { run } = place.queue;
    if (run === undefined) throw new UserError("this queue is about no run");
    const directory = await runDirectory(folder, run);
    return context.json(await applyFeedback(place, { folder, directory }));
  });
  return routes;
}

/** Allows pages to show files of the folders that a run names. */
export async function allowMedia({ registry }: Viewed, directory: string): Promise<void> {
  for (const one of await mediaFolders(directory)) await registry.allow(one);
}

/** What was posted. @throws {UserError} where it is not of the form. */
export async function bodyOf<Content>(
  context: Context,
  schema: z.ZodType<Content>,
): Promise<Content> {
  const body: unknown = await context.req.json().catch(() => {
    throw new UserError("the request has no JSON in it");
  });
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new UserError(firstIssue(parsed.error, "request"));
  return parsed.data;
}
