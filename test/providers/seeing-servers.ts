import { afterEach } from "vitest";
import { type SeeingServer, type SeeingServerOptions, seeingServer } from "./seeing-server.ts";

/** Starts servers that are closed after each test of the file. */
export function seeingServers(): (options?: SeeingServerOptions) => Promise<SeeingServer> {
  const open: SeeingServer[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
  });
  return async (options) => {
    const server = await seeingServer(options);
    open.push(server);
    return server;
  };
}
