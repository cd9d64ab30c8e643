import { z } from "zod";
import type { Asked, AskTurn } from "../../core/asking/asked.ts";
import {
  isClose,
  type StreamAlert,
  type StreamAsk,
  type StreamReply,
  type StreamStep,
} from "../../core/asking/stream.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { firstIssue } from "../../core/first-issue.ts";
import { answered, failed } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { carried, frameWithBytes } from "../carried-frames.ts";
import { valueAtPath } from "../sample-fields.ts";
import { hasPlaces } from "./fill-url.ts";
import { liveReplay, type Timed } from "./live-replay.ts";
import type { Send } from "./sender.ts";
import type { ServiceSettings } from "./service-settings.ts";

const time = z.number().min(0);
const alertSchema = z
  .object({
    id: z.union([z.string(), z.number()]).transform(String).optional(),
    type: z.string().min(1),
    startSeconds: time.optional(),
    endSeconds: time.optional(),
    confidence: z.number().optional(),
    atSeconds: time.optional(),
  })
  .refine(({ startSeconds = 0, endSeconds = startSeconds }) => endSeconds >= startSeconds, {
    path: ["endSeconds"],
    error: "must not be before the start",
  });

const saidSchema = z
  .object({
    say: z.string().optional(),
    confidence: z.number().min(0).max(1).optional(),
    alerts: z.array(alertSchema).optional(),
  })
  .refine(({ say, alerts }) => say !== undefined || alerts !== undefined, {
    path: ["say"],
    error: "is missing",
  });

/** A server that does not know a session, or no longer, says so. */
const unknownSession = new Set([404, 409, 410]);
const closeMs = 2_000;

interface ServiceStreams extends AsyncDisposable {
  ask(ask: StreamAsk, signal: AbortSignal, turn?: AskTurn): Promise<Asked<StreamReply>>;
}

/**
 * Shows streams to a server, one request for each step; the server keeps what it knows of a stream
 * under its session.
 */
export function serviceStreams(
  settings: ServiceSettings,
  context: SystemContext,
  send: Send,
): ServiceStreams {
  refuseForStreams(settings, context.id);
  const { url, answerAt } = settings;
  const open = new Set<string>();
  const live =
    settings.live &&
    liveReplay({ ...settings.live, timeoutMs: settings.timeoutMs }, (reply, timed) =>
      saidIn(valueAtPath(reply, answerAt), timed),
    );

  const step = async (
    { frames, ...rest }: StreamStep,
    session: string,
    signal: AbortSignal,
  ): Promise<Asked<StreamReply>> => {
    const sent = await carried(Promise.all(frames.map((frame) => frameWithBytes(frame, context))));
    if ("kind" in sent) return sent;
    open.add(session);
    const body = { session, ...rest, frames: sent };
    if (live)
      return await live.step(session, rest, { signal, send: (own) => send(url, body, own) });
    const { status, asked } = await send(url, body, signal);
    if (asked.kind === "answered")
      return {
        ...asked,
        // As if the service took no time.
        ...saidIn(valueAtPath(asked.value, answerAt), (at = rest.nowSeconds) => ({
          atSeconds: at,
          alertSeconds: Math.max(at, rest.nowSeconds),
        })),
      };
    if (rest.step === 0 || status === undefined || !unknownSession.has(status)) return asked;
    return { ...asked, ...failed("session", `the server lost the stream: ${asked.reason}`) };
  };

  /** What a server makes of the end of a stream changes nothing any more. */
  const close = async (session: string, signal: AbortSignal): Promise<void> => {
    live?.forget(session);
    if (open.delete(session))
      await send(
        url,
        { session, close: true },
        AbortSignal.any([signal, AbortSignal.timeout(closeMs)]),
      ).catch(() => undefined);
  };

  return {
    async ask(ask, signal, turn) {
      const session = turn?.session;
      if (session === undefined)
        throw new TypeError("a step of a stream was asked without its session");
      if (!isClose(ask)) return step(ask, session, signal);
      const rest = await live?.finish(session);
      await close(session, signal);
      return rest ?? answered({ text: "" });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open].map((session) => close(session, AbortSignal.timeout(closeMs))));
    },
  };
}

function saidIn(value: unknown, timed: Timed): Asked<StreamReply> {
  const read = saidSchema.safeParse(value);
  if (!read.success)
    return failed(
      "deterministic",
      `the reply to a step cannot be read: ${firstIssue(read.error, "reply")}; {"say": ""} is silence`,
    );
  const { say = "", confidence, alerts } = read.data;
  return answered({
    text: say,
    ...(confidence === undefined ? {} : { confidence }),
    ...(alerts === undefined
      ? {}
      : {
          alerts: alerts.map((alert) => ({ ...alert, ...timed(alert.atSeconds) }) as StreamAlert),
        }),
  });
}

/** @throws {UserError} where something is set that only makes sense for whole samples. */
function refuseForStreams(
  { url, method, fields, format, batch }: ServiceSettings,
  id: string,
): void {
  const places = hasPlaces(url) ? "{…} in url" : undefined;
  const set = {
    fields,
    format,
    batch: batch > 1 ? batch : undefined,
    "method: GET": method === "GET" || undefined,
  };
  const unfit = places ?? Object.entries(set).find(([, value]) => value !== undefined)?.[0];
  if (unfit)
    throw new UserError(
      `the system "${id}" watches streams, which ${unfit} says nothing about`,
      `leave out ${unfit}, or stream: true`,
    );
}
