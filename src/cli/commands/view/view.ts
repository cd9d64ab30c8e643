import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { makeProject } from "../../../evaluation/annotate/make-project.ts";
import { serveFigures } from "../../../evaluation/monitor/serve-figures.ts";
import { shortPath } from "../../../files/short-path.ts";
import { isLoopback } from "../../../server/host-names.ts";
import { type Served, serve } from "../../../server/serve.ts";
import { ServerFigures } from "../../../server/server-figures.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { portOf } from "../../flags/port.ts";
import { commandLine } from "../../terminal/self-command.ts";
import type { Flags } from "../command.ts";
import { buildWebIfStale } from "./build-web.ts";
import { keepAddress, lastAddress } from "./last-address.ts";
import { openBrowser } from "./open-browser.ts";
import { writeExport } from "./write-export.ts";

/** `vidimus view`: serves the browser app until it is interrupted. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const folder = resolve(argument ?? "runs");
  if (!existsSync(folder))
    throw new UserError(
      `no such folder: ${shortPath(folder)}`,
      "name a folder of runs, or make one: vidimus demo",
    );
  const place = await annotationPlace(folder, flags.annotate);
  buildWebIfStale();
  if (typeof flags.export === "string") return writeExport(folder, flags.export, flags);
  if (flags.withMedia === true)
    throw new UserError("--with-media belongs to --export", "name the folder of the export too");
  const { host = "127.0.0.1" } = flags as { readonly host?: string };
  const figures = new ServerFigures();
  const metricsPort = portOf(flags.metricsPort);
  await using server = await start(folder, host, flags, figures);
  await using watched =
    metricsPort === undefined ? undefined : await serveFigures(metricsPort, () => figures.text());
  if (watched) process.stderr.write(`Figures for Prometheus: ${watched.url}\n`);
  if (!isLoopback(host))
    process.stderr.write(
      `Warning: on ${host} other machines can reach this server; its token is all that protects it, and nothing is encrypted.\n`,
    );
  const url = `${server.url}${place}`;
  process.stdout.write(`${url}
`);
  process.stderr.write(`Showing ${shortPath(folder)}. Press Ctrl+C to stop.\n`);
  if (flags.open !== false) openBrowser(url);
  await new Promise<void>((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });
  return exitCode.fine;
}

/** Where it was before, if it may choose: pages that are still open then go on. */
async function start(
  folder: string,
  host: string,
  flags: Flags,
  figures: ServerFigures,
): Promise<Served> {
  const { port, token } = flags as { readonly port?: number; readonly token?: string };
  const onError = (error: Error) => process.stderr.write(`${error.stack ?? error.message}\n`);
  if (!isLoopback(host)) return serve({ folder, host, port: port ?? 0, token, onError, figures });
  const args = ["view", shortPath(folder), ...(port === undefined ? [] : ["--port", String(port)])];
  const options = { folder, host, onError, figures, command: commandLine(args) };
  const last = token === undefined ? lastAddress(folder, Date.now()) : undefined;
  if (last && (port === undefined || port === last.port)) {
    const again = await serve({ ...options, ...last }).catch((error: unknown) => {
      if (port === undefined && error instanceof UserError) return undefined;
      throw error;
    });
    // Where another server of the folder has the place, its address is the one to be kept.
    return again ?? serve({ ...options, port: 0 });
  }
  const server = await serve({ ...options, port: port ?? 0, token });
  if (token === undefined)
    keepAddress(folder, { port: server.port, token: server.token, at: Date.now() });
  return server;
}

/** The page of the app that annotates the folder, as the end of an address. */
async function annotationPlace(folder: string, kind: unknown): Promise<string> {
  if (typeof kind !== "string") return "";
  const made = await makeProject(folder, kind);
  if (made !== undefined)
    process.stderr.write(`Wrote ${shortPath(made)}: say there what is annotated.\n`);
  return `#/annotate/${encodeURIComponent(basename(folder))}`;
}
