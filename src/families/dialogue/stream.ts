import type { Protocol } from "../../core/asking/protocol.ts";
import { ask, lookAtAll, type Steps } from "../../core/asking/steps.ts";
import type { StreamAsk, StreamReply, StreamStep } from "../../core/asking/stream.ts";
import { answered, type NoAnswer, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { type ClockStep, onChange, replayClock } from "./replay-clock.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";

/**
 * A system that keeps its own state watches a stream: the same clock and the same moments as for
 * chat systems, without any wording of ours. A step without a usable reply is silence; where no
 * step has one, the sample ends as the first did. What failed ends it.
 */
export const stream: Protocol<
  StreamAsk,
  StreamReply,
  DialogueSample,
  DialoguePrediction,
  DialogueOptions
> = {
  identity: ({ options: { askEverySeconds, ask } }) => ({ askEverySeconds, ask }),
  *steps(sample, { options, refs }): Steps<StreamAsk, StreamReply, DialoguePrediction> {
    const frames = yield* lookAtAll(refs);
    if (frames.kind !== "answered") return frames;
    const all = replayClock(sample, frames.value, options.askEverySeconds);
    const moments = options.ask === "on-change" ? onChange(all) : all;
    const utterances: { frame: number; text: string; confidence?: number }[] = [];
    let problem: NoAnswer | undefined;
    let isAnswered = false;
    for (const [step, moment] of moments.entries()) {
      const [reply = noAnswer("failed", "no reply was given")] = yield* ask<StreamAsk>([
        askAt(step, moment, sample),
      ]);
      if (reply.kind === "failed" || reply.kind === "media-error") return yield* closed(reply);
      if (reply.kind !== "answered") {
        problem ??= reply;
        continue;
      }
      isAnswered = true;
      const { confidence } = reply.value;
      const text = reply.value.text.trim();
      if (text !== "")
        utterances.push({
          frame: moment.frame,
          text,
          ...(confidence === undefined ? {} : { confidence }),
        });
    }
    return yield* closed(isAnswered || !problem ? answered({ utterances }) : problem);
  },
};

/**
 * Whatever became of it, the system hears that the stream is over; what it makes of that does not
 * matter.
 */
function* closed<T>(outcome: Outcome<T>): Steps<StreamAsk, StreamReply, T> {
  yield* ask<StreamAsk>([{ close: true }]);
  return outcome;
}

function askAt(
  step: number,
  { nowSeconds, frames, inputs }: ClockStep,
  sample: DialogueSample,
): StreamStep {
  return {
    step,
    ...(step === 0 ? { about: knownBefore(sample) } : {}),
    nowSeconds,
    frames,
    turns: inputs.map(({ role, text, frame }) => ({ role, text, atSeconds: frame / sample.fps })),
  };
}

/** Neither how long the stream is nor where its video lies: both would tell of the future. */
function knownBefore({
  id,
  dataset,
  goal,
  knowledge,
  fps,
  startFrame = 0,
}: DialogueSample): NonNullable<StreamStep["about"]> {
  return {
    id,
    ...(dataset === undefined ? {} : { dataset }),
    ...(goal === undefined ? {} : { goal }),
    ...(knowledge === undefined ? {} : { knowledge }),
    fps,
    // Frames carry the time of their video.
    startSeconds: startFrame / fps,
  };
}
