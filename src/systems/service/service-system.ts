import type { Asked } from "../../core/asking/asked.ts";
import type { DirectSystem, StreamSystem } from "../../core/asking/system.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import type { Sample } from "../../core/data/sample.ts";
import { isRecord } from "../../core/json.ts";
import { failed } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { httpClient } from "../http/http-client.ts";
import { predictionReader } from "../prediction-reader.ts";
import { sampleFields, valueAtPath } from "../sample-fields.ts";
import { serviceSends } from "../sent-samples.ts";
import { fillUrl, hasPlaces } from "./fill-url.ts";
import { gather } from "./gather.ts";
import { type Send, sender } from "./sender.ts";
import { pathOf, type ServiceConfig, type ServiceSettings } from "./service-settings.ts";
import { serviceStreams } from "./service-streams.ts";

/** A server that answers samples over HTTP with predictions: a video search, a detector. */
export function serviceSystem(
  settings: ServiceSettings,
  context: SystemContext,
): DirectSystem | StreamSystem {
  const { url, batch, version, concurrency, pacing, timeoutMs, sees } = settings;
  const client = httpClient(concurrency);
  const send = sender(settings, client);
  const common = {
    id: context.id,
    kind: "service",
    identity: serviceIdentity(settings),
    concurrency,
    pacing,
    timeoutMs,
    scope: `service ${new URL(url.replaceAll(/[{}]/g, "")).host}${version ? ` ${version}` : ""}`,
  };
  if (settings.stream) {
    const streams = serviceStreams(settings, context, send);
    return {
      ...common,
      speaks: "stream",
      sees,
      ask: (asks, signal, turn) => Promise.all(asks.map((ask) => streams.ask(ask, signal, turn))),
      async [Symbol.asyncDispose]() {
        await streams[Symbol.asyncDispose]();
        await client[Symbol.asyncDispose]();
      },
    };
  }
  if (settings.live)
    throw new UserError(
      `the system "${context.id}" is live, and watches no streams`,
      "write stream: true beside live",
    );
  if (batch > 1 && (hasPlaces(url) || settings.method === "GET"))
    throw new UserError(
      `the system "${context.id}" cannot ask in batches with a sample in its address`,
      "leave out batch, or the {…} in url",
    );
  const exchange = exchangeOf(settings, context, send);
  const one = (sample: Sample, signal: AbortSignal) => exchange.one(sample, signal);
  const together = gather<Given, Asked<unknown>>(batch, exchange.many);
  return {
    ...common,
    speaks: "prediction",
    sends: serviceSends(settings, context),
    ask: (samples, signal) =>
      Promise.all(
        samples.map((sample) => (batch === 1 ? one(sample, signal) : together({ sample, signal }))),
      ),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
    },
  };
}

/** A list of servers is said to answer alike, and may change: what they share is the path. */
export function serviceIdentity({
  url,
  method,
  headers,
  fields,
  answerAt,
  format,
  batch,
  version,
  stream,
  live,
}: ServiceConfig) {
  const asked = {
    url: Array.isArray(url) ? pathOf(url[0]!) : url,
    method,
    headers,
    fields: fields ?? null,
    answerAt,
    format: format ?? null,
    batch,
    version: version ?? null,
  };
  return stream ? { ...asked, stream, ...(live ? { live } : {}) } : asked;
}

interface Given {
  readonly sample: Sample;
  readonly signal: AbortSignal;
}

interface Exchange {
  one(sample: Sample, signal: AbortSignal): Promise<Asked<unknown>>;
  many(given: readonly Given[]): Promise<readonly Asked<unknown>[]>;
}

function exchangeOf(settings: ServiceSettings, context: SystemContext, send: Send): Exchange {
  const told = sampleFields(settings.fields, context);
  const read = predictionReader(settings.format, context);

  const one = async (sample: Sample, signal: AbortSignal): Promise<Asked<unknown>> => {
    const url = fillUrl(settings.url, sample);
    if (url === undefined)
      return failed(
        "deterministic",
        `the address ${settings.url} needs what this sample does not hold`,
      );
    const { asked } = await send(url, told(sample), signal);
    return asked.kind === "answered"
      ? { ...asked, ...read(predictionIn(asked.value, settings.answerAt), sample) }
      : asked;
  };

  /**
   * Where a batch is refused for what it holds, its halves are asked, so that one sample does not
   * fail the others.
   */
  const many = async (given: readonly Given[]): Promise<readonly Asked<unknown>[]> => {
    const open = given.filter(({ signal }) => !signal.aborted);
    if (open.length === 0) return given.map(() => failed("transient", "left before it was sent"));
    const { asked } = await send(
      settings.url,
      { samples: given.map(({ sample }) => told(sample)) },
      all(given.map(({ signal }) => signal)),
    );
    if (
      asked.kind === "failed" &&
      given.length > 1 &&
      (asked.cause === "deterministic" || asked.cause === "too-large" || asked.cause === "media")
    ) {
      const middle = Math.ceil(given.length / 2);
      return [...(await many(given.slice(0, middle))), ...(await many(given.slice(middle)))];
    }
    if (asked.kind !== "answered") return given.map(() => asked);
    const predictions = isRecord(asked.value) ? asked.value.predictions : asked.value;
    if (!Array.isArray(predictions) || predictions.length !== given.length) {
      const got = Array.isArray(predictions) ? `${predictions.length}` : "no list of";
      return given.map(() =>
        failed("deterministic", `sent ${given.length} samples, got ${got} predictions`),
      );
    }
    const { value: _, ...rest } = asked;
    return given.map(({ sample }, i) => ({
      ...rest,
      ...read(predictionIn(predictions[i], settings.answerAt), sample),
    }));
  };
  return { one, many };
}

/** `prediction` is where a reply that holds more than the prediction has it. */
function predictionIn(reply: unknown, answerAt: string): unknown {
  if (answerAt !== "") return valueAtPath(reply, answerAt);
  return isRecord(reply) && "prediction" in reply ? reply.prediction : reply;
}

/** Aborted when all are: as long as one asker waits, the request goes on. */
function all(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  let left = signals.length;
  for (const signal of signals)
    signal.addEventListener("abort", () => {
      left--;
      if (left === 0) controller.abort(signal.reason);
    });
  return controller.signal;
}
