import { type ComponentType, lazy } from "react";
import { serverWatch } from "./server-watch.ts";

/** A place that the head of every page leads to. */
interface Place {
  readonly path: string;
  readonly title: string;
  /** Whether it changes something, so that a static export does not have it. */
  readonly isLive: boolean;
}

export const places: readonly Place[] = [
  { path: "/", title: "Runs", isLive: false },
  { path: "/annotate", title: "Annotate", isLive: true },
  { path: "/review", title: "Review", isLive: true },
];

interface Page {
  readonly path: string;
  readonly page: ComponentType;
}

/** Every page of the app by its route; its code is loaded when it is first shown. */
export const pages: readonly Page[] = [
  page("/", async () => (await import("../runs/runs-page.tsx")).RunsPage),
  page("/runs/:run", async () => (await import("../runs/run-page.tsx")).RunPage),
  page(
    "/runs/:run/:task/:sample",
    async () => (await import("../samples/sample-page.tsx")).SamplePage,
  ),
  page(
    "/runs/:run/:task/:sample/correct",
    async () => (await import("../review/gold-page.tsx")).GoldPage,
  ),
  page(
    "/runs/:run/compare/:task/:a/:b",
    async () => (await import("../compare/compare-page.tsx")).CompareSystemsPage,
  ),
  page("/compare/:a/:b", async () => (await import("../compare/compare-page.tsx")).ComparePage),
  page("/media/:media", async () => (await import("../player/media-page.tsx")).MediaPage),
  page("/annotate", async () => (await import("../annotate/projects-page.tsx")).ProjectsPage),
  page(
    "/annotate/:project",
    async () => (await import("../annotate/project-page.tsx")).ProjectPage,
  ),
  page(
    "/annotate/:project/:item",
    async () => (await import("../annotate/annotate-page.tsx")).AnnotatePage,
  ),
  page("/review", async () => (await import("../review/reviews-page.tsx")).ReviewsPage),
  page("/review/new", async () => (await import("../review/new-queue-page.tsx")).NewQueuePage),
  page("/review/:queue", async () => (await import("../review/queue-page.tsx")).QueuePage),
];

function page(path: string, load: () => Promise<ComponentType>): Page {
  return { path, page: lazy(async () => ({ default: await patiently(load) })) };
}

/**
 * The code of a page: where the server is gone, once it is back. One of another version has other
 * files, which the page knows once it is loaded again.
 */
async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await serverWatch.back();
  }
  try {
    return await load();
  } catch (error) {
    if (sessionStorage.getItem(reloaded) === location.href) throw error;
    sessionStorage.setItem(reloaded, location.href);
    location.reload();
    return new Promise(() => undefined);
  }
}

const reloaded = "vidimus-reloaded";
