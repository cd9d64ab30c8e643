import type { LoadShape } from "../../summary/performance/load-summary.ts";
import type { LoadMeter } from "./load-meter.ts";

/** What came of one request; `undefined` first byte where there was no reply. */
export type Sent =
  | {
      readonly firstByteMs: number;
      readonly endMs: number;
      /** How long the video is that it was about, where that is known. */
      readonly videoSeconds?: number | undefined;
    }
  | { readonly error: string };

export interface Drive {
  readonly shape: LoadShape;
  /** Sends the request of this number. */
  send(number: number, signal: AbortSignal): Promise<Sent>;
  readonly meter: LoadMeter;
  /** When the first request is due, and when the last was; of one clock with the meter. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Requests at a time beyond which those that are due wait for their turn, and are counted from when they were due. */
  readonly mostInFlight: number;
  readonly signal: AbortSignal;
}

/** Sends requests until the time is over, and waits for the last answers. */
export async function driveLoad(drive: Drive): Promise<void> {
  if (drive.shape.mode === "open") await driveOpen(drive, drive.shape.rate);
  else await driveClosed(drive, drive.shape.connections);
}

/**
 * One request every 1/rate seconds, whatever came back. Times count from when a request was due,
 * not from when it was sent: a service that stalls for a second makes a second's worth of requests
 * wait, and all of them say so.
 */
async function driveOpen(drive: Drive, rate: number): Promise<void> {
  const { fromMs, untilMs, signal, mostInFlight } = drive;
  const open = new Set<Promise<void>>();
  for (let number = 0; !signal.aborted; number++) {
    const dueMs = fromMs + (1_000 * number) / rate;
    if (dueMs >= untilMs) break;
    await waitUntil(dueMs);
    while (open.size >= mostInFlight && !signal.aborted) await Promise.race(open);
    const one = sendOne(drive, number, dueMs).finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
}

/** So many askers, each of which sends its next request when the last one came back. */
async function driveClosed(drive: Drive, connections: number): Promise<void> {
  let number = 0;
  await waitUntil(drive.fromMs);
  const asker = async () => {
    while (!drive.signal.aborted && performance.now() < drive.untilMs)
      await sendOne(drive, number++, performance.now());
  };
  await Promise.all(Array.from({ length: connections }, asker));
}

async function sendOne(
  { send, meter, signal }: Drive,
  number: number,
  dueMs: number,
): Promise<void> {
  meter.started();
  const sentMs = performance.now();
  const sent = await send(number, signal);
  if ("error" in sent) meter.failed(dueMs, sent.error);
  else meter.answered({ dueMs, sentMs, ...sent });
}

/** Timers are late by up to a millisecond or more; the last of it is spent looking at the clock. */
const spinMs = 1.5;

async function waitUntil(atMs: number): Promise<void> {
  const left = atMs - performance.now();
  if (left > spinMs) await new Promise((resolve) => setTimeout(resolve, left - spinMs));
  while (performance.now() < atMs) await new Promise(setImmediate);
}
