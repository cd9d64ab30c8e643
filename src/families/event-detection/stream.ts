import type { Protocol } from "../../core/asking/protocol.ts";
import { ask, lookAtAll, type Steps, type Stretch } from "../../core/asking/steps.ts";
import type { StreamAlert, StreamAsk, StreamReply } from "../../core/asking/stream.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { DetectedEvent, EventOptions, EventPrediction, EventSample } from "./schema.ts";

/**
 * A system that keeps its own state watches the video frame by frame and raises alerts. Several
 * alerts with one id are one event, whose alert is the first of them and whose times and confidence
 * are those of the last. What fails ends the sample.
 */
export const stream: Protocol<StreamAsk, StreamReply, EventSample, EventPrediction, EventOptions> =
  {
    identity: () => ({ alerts: 1 }),
    *steps(sample, { refs }): Steps<StreamAsk, StreamReply, EventPrediction> {
      const frames = yield* lookAtAll(refs);
      if (frames.kind !== "answered") return frames;
      if (frames.value.length === 0)
        return noAnswer("media-error", "there is nothing to see in the video");
      const alerts: StreamAlert[] = [];
      const { id, domain } = sample;
      const about = { id, ...(domain === undefined ? {} : { domain }) };
      const inOrder = frames.value.toSorted((a, b) => a.atSeconds - b.atSeconds);
      for (const [step, frame] of inOrder.entries()) {
        const { atSeconds } = frame;
        const reply = yield* heard({
          step,
          ...(step === 0 ? { about } : {}),
          nowSeconds: atSeconds,
          frames: [frame],
          turns: [],
        });
        if (reply.kind !== "answered") {
          yield* heard({ close: true });
          return reply;
        }
        alerts.push(...(reply.value.alerts ?? []));
      }
      const last = yield* heard({ close: true });
      if (last.kind !== "answered") return last;
      alerts.push(...(last.value.alerts ?? []));
      return answered({ events: eventsOf(alerts) });
    },
  };

function* heard(one: StreamAsk): Stretch<StreamAsk, Outcome<StreamReply>> {
  const [reply = noAnswer("failed", "no reply was given")] = yield* ask<StreamAsk>([one]);
  return reply;
}

function eventsOf(alerts: readonly StreamAlert[]): readonly DetectedEvent[] {
  const events = new Map<string, DetectedEvent>();
  for (const [at, alert] of alerts.entries()) {
    const { id = `alert ${at}`, type, startSeconds, endSeconds, confidence, alertSeconds } = alert;
    const known = events.get(id);
    const start = startSeconds ?? known?.startSeconds ?? alert.atSeconds;
    events.set(id, {
      alertSeconds: Math.min(alertSeconds, known?.alertSeconds ?? alertSeconds),
      confidence: confidence ?? known?.confidence ?? 1,
      endSeconds: Math.max(start, endSeconds ?? alert.atSeconds),
      startSeconds: start,
      type,
    });
  }
  return [...events.values()];
}
