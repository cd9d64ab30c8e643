import { extname } from "node:path";
import { type Context, Hono } from "hono";
import { mediaTypeOf } from "../../media/media-type.ts";
import { byteRange } from "../byte-range.ts";
import { fileBytes } from "../file-bytes.ts";
import { refuse } from "../guard.ts";
import type { OpenedFile } from "../media-registry.ts";
import type { Viewed } from "../viewed-folder.ts";

const startBytes = 4096;

/** Files by their ids, in ranges; their times and frames as our decoder has them. */
export function mediaRoutes({ registry, decoded }: Viewed): Hono {
  const routes = new Hono();
  const unknown = (context: Context) =>
    refuse(context, 404, "no such picture or video", "reload the page: the file may have changed");
  routes.get("/media/:id/file", async (context) => {
    const file = await registry.open(context.req.param("id"));
    return file ? fileAnswer(context, file) : unknown(context);
  });
  routes.get("/data/media/:id/times.json", async (context) => {
    const file = await registry.open(context.req.param("id"));
    if (!file) return unknown(context);
    await file.handle.close();
    return tagged(context, `"${file.tag}"`, async () => context.json(await decoded.times(file)));
  });
  routes.get("/media/:id/frames/:frame{[0-9]+\\.jpg}", async (context) => {
    const file = await registry.open(context.req.param("id"));
    if (!file) return unknown(context);
    await file.handle.close();
    const frame = Number.parseInt(context.req.param("frame"), 10);
    return tagged(context, `"${file.tag}-${frame}"`, async () => {
      const bytes = await decoded.frame(file, frame);
      if (!bytes) return refuse(context, 404, `${file.name} has no frame ${frame}`);
      return context.body(new Uint8Array(bytes), 200, { "content-type": "image/jpeg" });
    });
  });
  return routes;
}

/** Made only where the asker does not have it. */
async function tagged(
  context: Context,
  tag: string,
  make: () => Promise<Response>,
): Promise<Response> {
  if (hasTag(context.req.header("if-none-match"), tag))
    return context.body(null, 304, { etag: tag });
  const response = await make();
  if (response.ok) response.headers.set("etag", tag);
  return response;
}

async function fileAnswer(context: Context, file: OpenedFile): Promise<Response> {
  const { handle, stats, name } = file;
  let isRead = false;
  try {
    const [tag, modified] = [`"${file.tag}"`, stats.mtime.toUTCString()];
    const headers = {
      etag: tag,
      "last-modified": modified,
      "accept-ranges": "bytes",
      "content-type": await typeOf(file),
    };
    const { req } = context;
    if (hasTag(req.header("if-none-match"), tag)) return context.body(null, 304, headers);
    const isAsked = [undefined, tag, modified].includes(req.header("if-range"));
    const isHead = req.method === "HEAD";
    const range = byteRange(isAsked && !isHead ? req.header("range") : undefined, stats.size);
    if (range === "unsatisfiable") {
      context.header("content-range", `bytes */${stats.size}`);
      return refuse(context, 416, `${name} has ${stats.size} bytes`);
    }
    const { start, end } = range === "whole" ? { start: 0, end: stats.size - 1 } : range;
    const part =
      range === "whole" ? {} : { "content-range": `bytes ${start}-${end}/${stats.size}` };
    const { signal } = req.raw;
    isRead = !isHead && start <= end && !signal.aborted;
    return new Response(isRead ? fileBytes(handle, { start, end }, signal) : null, {
      status: range === "whole" ? 200 : 206,
      headers: { ...headers, ...part, "content-length": String(end - start + 1) },
    });
  } finally {
    if (!isRead) await handle.close();
  }
}

async function typeOf({ handle, name }: OpenedFile): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0);
  const type = mediaTypeOf(buffer.subarray(0, bytesRead));
  const isAvif = type === "video/mp4" && extname(name).toLowerCase() === ".avif";
  return isAvif ? "image/avif" : type;
}

function hasTag(header: string | undefined, tag: string): boolean {
  const tags = header?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(tag) || tags.includes("*");
}
