import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { serve as listen } from "@hono/node-server";
import { UserError } from "../core/user-error.ts";
import { DecodedMedia } from "../evaluation/browse/decoded-media.ts";
import { MediaRegistry } from "./media-registry.ts";
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
}

/** A server that answers, until it is disposed of. */
export interface Served extends AsyncDisposable {
  /** Opens the app, with the token. */
  readonly url: string;
  readonly port: number;
  /** Files that pages may ask for. */
  readonly registry: MediaRegistry;
}

const loopback = new Set(["127.0.0.1", "localhost", "::1"]);

/** Whether only this machine can reach a server on this host. */
export function isLoopback(host: string): boolean {
  return loopback.has(host);
}

/** Starts the server of `vidimus view`. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { folder, port, host, token, web = webFolder() } = options;
  if (!isLoopback(host) && token === undefined)
    throw new UserError(
      `a server on ${host} can be reached from other machines and needs a token of your choice`,
      "give one with --token, or leave out --host",
    );
  const secret = token ?? randomBytes(24).toString("base64url");
  const root = await realpath(folder);
  const hosts = new Set<string>();
  let answer: ReturnType<typeof viewApp>["fetch"] = () => new Response(null, { status: 503 });
  const server = listen({ fetch: (...args) => answer(...args), port, hostname: host });
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
  const names = isLoopback(host) ? ["127.0.0.1", "localhost", "[::1]"] : [host];
  for (const name of names) hosts.add(`${name.toLowerCase()}:${own}`);
  const [registry, decoded] = [new MediaRegistry(root), new DecodedMedia()];
  const viewed = { folder: root, registry, decoded };
  answer = viewApp({ ...viewed, web, token: secret, hosts, port: own }).fetch;
  return {
    url: `http://${names[0]}:${own}/?token=${encodeURIComponent(secret)}`,
    port: own,
    registry,
    async [Symbol.asyncDispose]() {
      await decoded[Symbol.asyncDispose]();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
    },
  };
}
