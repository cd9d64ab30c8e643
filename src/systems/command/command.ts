import { resolve } from "node:path";
import type { Asked, AskTurn } from "../../core/asking/asked.ts";
import type { ChatAsk, ChatReply, Part } from "../../core/asking/chat.ts";
import type { EmbedAsk, EmbedReply } from "../../core/asking/embed.ts";
import type { System } from "../../core/asking/system.ts";
import { defineSystemKind, type SystemContext } from "../../core/asking/system-kind.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { Json } from "../../core/json.ts";
import { answered, failed } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { fileFacts } from "../../files/content-digest.ts";
import { carried, frameWithBytes } from "../carried-frames.ts";
import { predictionReader } from "../prediction-reader.ts";
import { sampleFields } from "../sample-fields.ts";
import { CommandPool } from "./command-pool.ts";
import { CommandProcess, type ProcessOptions } from "./command-process.ts";
import { protocolVersion, type Ready } from "./command-protocol.ts";
import { type CommandSettings, commandSettingsSchema } from "./command-settings.ts";
import { CommandStreams } from "./command-streams.ts";
import { outcomeOf } from "./outcome-of.ts";
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
    const { workers } = settings;
    const timeoutMs = waitable(settings.timeoutMs);
    const times = {
      idleMs: waitable(settings.idleMs),
      restartWaitMs,
      timeoutMs,
      cancelGraceMs: waitable(settings.cancelGraceMs),
    };
    const shared = { workers, ...times, process: processOf, first };
    const { speaks, sees, sessions, scoresChoices, takesVideos } = ready;
    const common = {
      id: context.id,
      kind: "command",
      identity: await identityOf({ ...settings, batchSize }, ready, directory),
    };
    if (speaks === "stream") {
      refuseForStreams(settings, context.id);
      const streams = new CommandStreams({ ...shared, sessions });
      const end = () => streams[Symbol.asyncDispose]();
      const ask = streamAsker(streams, context);
      const limits = {
        concurrency: workers * sessions,
        timeoutMs: settings.startTimeoutMs + timeoutMs,
      };
      return { ...common, ...limits, speaks, sees, ask: eachOf(ask), [Symbol.asyncDispose]: end };
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
        ask: eachOf(predictionAsker(pool, settings, context)),
        sends: sampleFields(settings.fields, context),
      };
    if (speaks === "chat")
      return {
        ...asked,
        speaks,
        sees,
        scoresChoices,
        takesVideos,
        ask: eachOf(chatAsker(pool, context)),
      };
    return { ...asked, speaks, sees, ask: eachOf(encoderAsker(pool, context)) };
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

type Asker<Ask, Reply> = (ask: Ask, signal: AbortSignal, turn?: AskTurn) => Promise<Asked<Reply>>;

function eachOf<Ask, Reply>(asker: Asker<Ask, Reply>) {
  return (asks: readonly Ask[], signal: AbortSignal, turn?: AskTurn) =>
    Promise.all(asks.map((ask) => asker(ask, signal, turn)));
}

function predictionAsker(
  pool: CommandPool,
  { fields, format }: CommandSettings,
  context: SystemContext,
): Asker<Sample, unknown> {
  const told = sampleFields(fields, context);
  const read = predictionReader(format, context);
  return async (sample, signal) =>
    outcomeOf(await pool.ask({ sample: told(sample) }, signal), ({ prediction }) =>
      read(prediction, sample),
    );
}

function chatAsker(pool: CommandPool, context: SystemContext): Asker<ChatAsk, ChatReply> {
  return async ({ messages, choices }, signal) => {
    const sent = await carried(
      messages.map(async ({ role, parts }) => ({
        role,
        parts: await Promise.all(parts.map((part) => withBytes(part, context))),
      })),
    );
    if ("kind" in sent) return sent;
    return outcomeOf(
      await pool.ask({ messages: sent.values, ...(choices ? { choices } : {}) }, signal),
      ({ reply }) =>
        reply ? answered(reply as ChatReply) : failed("deterministic", "the answer holds no reply"),
    );
  };
}

function encoderAsker(pool: CommandPool, context: SystemContext): Asker<EmbedAsk, EmbedReply> {
  return async (ask, signal) => {
    const sent = await carried([withBytes(ask, context)]);
    if ("kind" in sent) return sent;
    return outcomeOf(await pool.ask(sent.values[0]!, signal), ({ embedding }) =>
      embedding
        ? answered(Float32Array.from(embedding))
        : failed("deterministic", "the answer holds no embedding"),
    );
  };
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
  return {
    command: settings.command,
    directory,
    environment: { ...process.env, VIDIMUS_WORKER: String(worker), ...settings.environment },
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
): Promise<Json> {
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

async function withBytes(
  part: Part | EmbedAsk,
  context: SystemContext,
): Promise<Readonly<Record<string, unknown>>> {
  return "frames" in part
    ? { frames: await Promise.all(part.frames.map((frame) => frameWithBytes(frame, context))) }
    : part;
}
