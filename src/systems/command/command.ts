import { resolve } from "node:path";
import type { StreamSystem, System } from "../../core/asking/system.ts";
import { defineSystemKind, type SystemContext } from "../../core/asking/system-kind.ts";
import { canonicalJson, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest, fileFacts } from "../../files/content-digest.ts";
import { commandSends } from "../sent-samples.ts";
import {
  chatAsks,
  encoderAsks,
  poolAsker,
  predictionAsks,
  similarityAsks,
} from "./command-asks.ts";
import { CommandPool } from "./command-pool.ts";
import { CommandProcess, type ProcessOptions } from "./command-process.ts";
import { protocolVersion, type Ready } from "./command-protocol.ts";
import { type CommandSettings, commandSettingsSchema, visibleDevices } from "./command-settings.ts";
import { CommandStreams } from "./command-streams.ts";
import { sentFrames, sentPixels } from "./sent-frames.ts";
import { refuseForStreams, streamAsker } from "./stream-asker.ts";

/** What ended a process, such as memory that is not free yet, may take a while to pass. */
const restartWaitMs = 250;

/**
 * A child process that speaks JSON lines: the bridge to Python and to models on this machine.
 * docs/command-protocol.md has the protocol.
 */
export const command = defineSystemKind<CommandSettings>({
  id: "command",
  summary:
    "a child process that speaks JSON lines: a model in Python, or anything else that runs here",
  configSchema: commandSettingsSchema,
  files: ({ directory, files }) => files.map((file) => `${directory}/${file}`),
  create: async (settings, context): Promise<System> => {
    const directory = resolve(context.open(".").path, settings.directory);
    const processOf = (worker: number) => processOptions(settings, context, { directory, worker });
    const { process: first, ready } = await started(processOf(0), context.id);
    const batchSize = Math.min(settings.batchSize ?? ready.batchSize, ready.batchSize);
    const workers = settings.workers ?? settings.devices?.length ?? 1;
    const timeoutMs = waitable(settings.timeoutMs);
    const times = {
      idleMs: waitable(settings.idleMs),
      restartWaitMs,
      timeoutMs,
      cancelGraceMs: waitable(settings.cancelGraceMs),
    };
    const shared = { workers, ...times, process: processOf, first };
    const frames = sentFrames(ready, context);
    const { speaks, sees, pixels, sessions, scoresChoices, takesVideos } = ready;
    const common = {
      id: context.id,
      kind: "command",
      identity: await identityOf({ ...settings, batchSize }, ready, directory),
    };
    if (speaks === "stream") {
      refuseForStreams(settings, context.id);
      const streams = new CommandStreams({ ...shared, sessions });
      const end = () => streams[Symbol.asyncDispose]();
      const step = streamAsker(streams, frames);
      const ask: StreamSystem["ask"] = (asks, signal, turn) =>
        Promise.all(asks.map((one) => step(one, signal, turn)));
      const limits = {
        concurrency: workers * sessions,
        timeoutMs: settings.startTimeoutMs + timeoutMs,
      };
      return { ...common, ...limits, speaks, sees, ask, [Symbol.asyncDispose]: end };
    }
    const pool = new CommandPool({ ...shared, batchSize });
    // The time of an ask begins when a process is handed it, which the pool alone knows: the line
    // before may be long.
    const limits = { concurrency: workers * batchSize, timeoutMs: Number.POSITIVE_INFINITY };
    const asked = {
      ...common,
      ...limits,
      [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
    };
    if (speaks === "prediction")
      return {
        ...asked,
        speaks,
        ask: poolAsker(pool, predictionAsks(settings, context)),
        sends: commandSends(settings, context),
      };
    if (speaks === "chat")
      return {
        ...asked,
        speaks,
        sees,
        scoresChoices,
        takesVideos,
        ask: poolAsker(pool, chatAsks(frames)),
      };
    if (speaks === "encoder") {
      const shown = pixels ? sentPixels(ready, pixels, context) : frames;
      // The frames of the next batch are read while one is embedded.
      const pace = { concurrency: 2 * limits.concurrency, maxBatch: limits.concurrency };
      const wanted = {
        cacheable: ready.cacheable,
        ...(pixels ? { pixels } : {}),
        ...(ready.frames === undefined ? {} : { frames: ready.frames }),
      };
      const ask = poolAsker(pool, encoderAsks(shown));
      return { ...asked, ...pace, ...wanted, speaks, sees, ask };
    }
    // Signatures of scores name graders by the digest in their identity.
    const sha256 = contentDigest(canonicalJson(common.identity));
    return {
      ...asked,
      speaks,
      identity: { ...common.identity, sha256 },
      ask: poolAsker(pool, similarityAsks),
    };
  },
  async check(settings, { id, directory, asked = { task: "" } }) {
    const what = `command of ${id}`;
    try {
      const begun = await started(
        processOptions(
          settings,
          { id, ...asked, seed: 1 },
          { directory: resolve(directory, settings.directory), worker: 0 },
        ),
        id,
      );
      await begun.process.end();
      return [{ what, state: "fine", detail: `starts, and speaks ${begun.ready.speaks}` }];
    } catch (error) {
      return [
        { what, state: "problem", detail: error instanceof Error ? error.message : String(error) },
      ];
    }
  },
});

/** A longer wait would overflow what the platform can wait, and be none at all. */
function waitable(ms: number): number {
  return Math.min(ms, 2 ** 31 - 1);
}

function processOptions(
  settings: CommandSettings,
  {
    id,
    task,
    family,
    seed,
  }: Pick<SystemContext, "id" | "task" | "seed"> & Partial<Pick<SystemContext, "family">>,
  { directory, worker }: { readonly directory: string; readonly worker: number },
): ProcessOptions {
  const { devices } = settings;
  return {
    command: settings.command,
    directory,
    environment: {
      ...process.env,
      VIDIMUS_WORKER: String(worker),
      ...(devices ? { [visibleDevices]: devices[worker % devices.length] } : {}),
      ...settings.environment,
    },
    startTimeoutMs: waitable(settings.startTimeoutMs),
    hello: { protocol: protocolVersion, system: id, task, family: family?.id ?? "", seed, worker },
  };
}

/**
 * @throws {UserError} with what the command said last, where it does not start or speaks another
 * version.
 */
async function started(
  options: ProcessOptions,
  id: string,
): Promise<{ readonly process: CommandProcess; readonly ready: Ready }> {
  let begun: Awaited<ReturnType<typeof CommandProcess.start>>;
  try {
    begun = await CommandProcess.start(options);
  } catch (error) {
    throw new UserError(
      `the command of the system "${id}" did not start: ${error instanceof Error ? error.message : String(error)}`,
      `it was started as: ${options.command.join(" ")}`,
    );
  }
  if (begun.ready.protocol === protocolVersion) return begun;
  await begun.process.end();
  throw new UserError(
    `the command of the system "${id}" speaks version ${begun.ready.protocol} of the protocol, and this is version ${protocolVersion}`,
    "see docs/command-protocol.md",
  );
}

async function identityOf(
  { command: words, environment, files, fields, format, batchSize }: CommandSettings,
  { speaks, identity }: Ready,
  directory: string,
): Promise<Readonly<Record<string, Json>>> {
  const digests: Record<string, string> = {};
  for (const file of files) digests[file] = (await fileFacts(resolve(directory, file))).sha256;
  return {
    command: words,
    environment,
    files: digests,
    fields: fields ?? null,
    format: format ?? null,
    speaks,
    // Models that are asked in batches may answer differently by their size.
    batchSize: batchSize ?? 1,
    says: (identity as Json | undefined) ?? null,
  };
}
