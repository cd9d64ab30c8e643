import type { Asked } from "../../core/asking/asked.ts";
import type { StreamAlert, StreamReply, StreamStep } from "../../core/asking/stream.ts";
import { answered, failed, type NoAnswer } from "../../core/run/outcome.ts";

/** When an alert about a frame of this time was heard; of the frame that was answered if absent. */
export type Timed = (
  atSeconds: number | undefined,
) => Pick<StreamAlert, "atSeconds" | "alertSeconds">;

interface Sending {
  /** Goes on when the step is over; `signal` of its own ends it. */
  send(signal: AbortSignal): Promise<{ readonly asked: Asked<unknown> }>;
  readonly signal: AbortSignal;
}

/** A stream that is being shown as it would happen. */
interface Showing {
  /** When the stream began, by the clock of the machine. */
  readonly startMs: number;
  /** When frames were sent, by their times. */
  readonly sentMs: Map<number, number>;
  readonly open: Set<Promise<void>>;
  /** Ends requests whose replies nobody waits for any more. */
  readonly left: AbortController;
  heard: StreamAlert[];
  problem?: NoAnswer;
}

/**
 * Sends frames when their time comes and hears alerts whenever they come: latency runs from when a
 * frame was sent to when the reply with its alert is here, in real seconds at any speed. A frame
 * that is not answered ends the showing, which begins anew then: sent late it would be no live
 * frame.
 */
export function liveReplay(
  { speed, timeoutMs }: { readonly speed: number; readonly timeoutMs: number },
  read: (reply: unknown, timed: Timed) => Asked<StreamReply>,
) {
  const showings = new Map<string, Showing>();

  const hear = (showing: Showing, atSeconds: number, asked: Asked<unknown>) => {
    const heardMs = performance.now();
    const timed: Timed = (named = atSeconds) => {
      // A frame that was never sent cannot have caused anything: the one that was answered did.
      const of = showing.sentMs.has(named) ? named : atSeconds;
      return {
        atSeconds: of,
        alertSeconds: of + (heardMs - showing.sentMs.get(of)!) / 1_000,
      };
    };
    const reply = asked.kind === "answered" ? read(asked.value, timed) : asked;
    if (reply.kind !== "answered") showing.problem ??= reply;
    else if (reply.value.text !== "")
      showing.problem ??= failed("deterministic", "live streams are watched for alerts, not words");
    else showing.heard.push(...(reply.value.alerts ?? []));
  };

  const take = (showing: Showing): Asked<StreamReply> => {
    const { problem, heard: alerts } = showing;
    if (problem)
      return failed("session", `a frame of a live stream was not answered: ${problem.reason}`);
    showing.heard = [];
    return answered({ text: "", alerts });
  };

  return {
    async step(
      session: string,
      { nowSeconds }: Pick<StreamStep, "nowSeconds">,
      { send, signal }: Sending,
    ): Promise<Asked<StreamReply>> {
      const showing = showings.get(session) ?? begun(nowSeconds, speed);
      showings.set(session, showing);
      await until(showing.startMs + (1_000 * nowSeconds) / speed, signal);
      showing.sentMs.set(nowSeconds, performance.now());
      const limit = AbortSignal.any([showing.left.signal, AbortSignal.timeout(timeoutMs)]);
      const one = send(limit)
        .then(({ asked }) => hear(showing, nowSeconds, asked))
        .catch((error: unknown) => {
          showing.problem ??= failed("transient", String(error));
        })
        .finally(() => showing.open.delete(one));
      showing.open.add(one);
      return take(showing);
    },
    /** All that comes after the last frame. */
    async finish(session: string): Promise<Asked<StreamReply> | undefined> {
      const showing = showings.get(session);
      if (!showing) return undefined;
      await Promise.all(showing.open);
      return take(showing);
    },
    forget(session: string): void {
      showings.get(session)?.left.abort();
      showings.delete(session);
    },
  };
}

function begun(nowSeconds: number, speed: number): Showing {
  return {
    startMs: performance.now() - (1_000 * nowSeconds) / speed,
    sentMs: new Map(),
    open: new Set(),
    left: new AbortController(),
    heard: [],
  };
}

async function until(atMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const left = atMs - performance.now();
  if (left <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", leave);
      resolve();
    }, left);
    signal.addEventListener("abort", leave, { once: true });
  });
}
