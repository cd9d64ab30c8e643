import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { serve as listen } from "@hono/node-server";
import { UserError } from "../core/user-error.ts";
import { AnnotationDesk } from "../evaluation/annotate/annotation-desk.ts";
import { DecodedMedia } from "../evaluation/browse/decoded-media.ts";
import { LiveRuns } from "../evaluation/browse/live-runs.ts";
import { hostHeaders, hostNames, isLoopback } from "./host-names.ts";
import { MediaRegistry } from "./media-registry.ts";
import { publicMessage } from "./public-message.ts";
import type { ServerFigures } from "./server-figures.ts";
import { videoLengths } from "./video-lengths.ts";
import { viewApp } from "./view-app.ts";
import { webFolder } from "./web-files.ts";

export interface ServeOptions {
  readonly folder: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly host: string;
  /** One is made up if absent; beyond this machine it must be given. */
  readonly token?: string | undefined;
  /** The folder of the built browser app; where it usually is if absent. */
  readonly web?: string | undefined;
  /** What to type to start it again, for pages that it is gone from. */
  readonly command?: string | undefined;
  /** Counts requests; nobody does if absent. */
  readonly figures?: ServerFigures | undefined;
  /** Told of what went wrong here and is no fault of the asker. */
  onError?(error: Error): void;
}

/** A server that answers, until it is disposed of. */
export interface Served extends AsyncDisposable {
  /** Opens the app, with the token. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Files that pages may ask for. */
  readonly registry: MediaRegistry;
}

/** Of a token that is all that protects a server on a network. */
const fewestCharacters = 16;

/** Starts the server of `vidimus view`. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { folder, port, host, token } = options;
  if (!isLoopback(host)) refuseWeakToken(host, token);
  const web = options.web ?? webFolder();
  const secret = token ?? randomBytes(24).toString("base64url");
  const root = await realpath(folder);
  let answer: ReturnType<typeof viewApp>["fetch"] = () => new Response(null, { status: 503 });
  const server = listen({
    fetch: (...args) => answer(...args),
    port,
    hostname: host,
    // Otherwise, what `fetch` answers in this process is not a `Response`.
    overrideGlobalObjects: false,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new UserError(`port ${port} is taken`, "name another with --port, or 0 for any")
          : error,
      ),
    );
  });
  const own = (server.address() as AddressInfo).port;
  const names = hostNames(host);
  const hosts = hostHeaders(names, own);
  const registry = new MediaRegistry(root);
  const [decoded, live] = [new DecodedMedia(), new LiveRuns()];
  const { lengths, problemOf } = videoLengths({ registry, decoded });
  const desk = new AnnotationDesk(lengths, (path) => {
    const problem = problemOf(path);
    return problem === undefined ? undefined : publicMessage(problem, root);
  });
  const viewed = { folder: root, registry, decoded, live, desk };
  const { onError, command, figures } = options;
  answer = viewApp({
    ...viewed,
    web,
    command,
    figures,
    token: secret,
    hosts,
    port: own,
    ...(onError ? { onError } : {}),
  }).fetch;
  return {
    url: `http://${names.shown}:${own}/?token=${encodeURIComponent(secret)}`,
    port: own,
    token: secret,
    registry,
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await decoded[Symbol.asyncDispose]();
      live[Symbol.dispose]();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
    },
  };
}

function refuseWeakToken(host: string, token: string | undefined): void {
  if (token === undefined)
    throw new UserError(
      `a server on ${host} can be reached from other machines and needs a token of your choice`,
      "give one with --token, or leave out --host",
    );
  if (token.length < fewestCharacters)
    throw new UserError(
      `a token that other machines can try has ${fewestCharacters} characters at least, not ${token.length}`,
      'make one: node -p "crypto.randomUUID()"',
    );
}
