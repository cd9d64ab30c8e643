import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context } from "hono";
import { UserError } from "../core/user-error.ts";
import { bytesDigest } from "../files/content-digest.ts";

const kinds: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

/** Beside the program when it is built, and in `dist` of a checkout. */
const places = ["../web/", "../../dist/web/"];

/** The folder of the built browser app. @throws {UserError} where it was not built. */
export function webFolder(): string {
  const folder = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(join(path, "index.html")));
  if (folder === undefined)
    throw new UserError("the browser app was not built", "build it: npm run build:web");
  return folder;
}

/** Stands in the page for what allows styles in it. */
const noncePlace = "__nonce__";
/** What a server says in a header, for hosts that say nothing. */
const staticPolicy =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The page of the app for this start of the server, or for a static export. */
export function fillPage(
  html: string,
  { nonce = "", isStatic = false }: { readonly nonce?: string; readonly isStatic?: boolean },
): string {
  const policy = `<meta http-equiv="content-security-policy" content="${staticPolicy}" />`;
  const filled = html.replaceAll(noncePlace, nonce);
  return isStatic ? filled.replace("<head>", `<head>\n    ${policy}`) : filled;
}

/** The app's own files, read once; every other address is a page of the app, drawn by itself. */
export function webFiles(
  folder: string,
  nonce: string,
): (context: Context) => Response | undefined {
  const files = new Map<
    string,
    { readonly bytes: Uint8Array<ArrayBuffer>; readonly tag: string }
  >();
  const find = (name: string) => {
    const known = files.get(name);
    if (known) return known;
    const path = join(folder, name);
    if (!existsSync(path)) return undefined;
    const bytes =
      name === "index.html"
        ? new TextEncoder().encode(fillPage(readFileSync(path, "utf8"), { nonce }))
        : new Uint8Array(readFileSync(path));
    const file = { bytes, tag: `"${bytesDigest(bytes).slice(0, 32)}"` };
    files.set(name, file);
    return file;
  };
  return (context) => {
    const asset = /^\/assets\/([\w.-]+)$/.exec(context.req.path);
    const isAsset = asset !== null && !asset[1]!.startsWith(".");
    const name = isAsset ? `assets/${asset[1]}` : "index.html";
    const file = find(name);
    if (!file) return undefined;
    const headers = {
      etag: file.tag,
      "content-type": kinds[extname(name)] ?? "application/octet-stream",
      // Names of assets hold a digest of what they hold.
      "cache-control": isAsset ? "private, max-age=31536000, immutable" : "no-cache",
    };
    if (context.req.header("if-none-match") === file.tag) return context.body(null, 304, headers);
    return context.body(file.bytes, 200, headers);
  };
}
