import type { Asked, AskTurn } from "../../core/asking/asked.ts";
import { isClose, type StreamAsk, type StreamReply } from "../../core/asking/stream.ts";
import { answered, failed } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { carried } from "../carried-frames.ts";
import type { CommandSettings } from "./command-settings.ts";
import type { CommandStreams } from "./command-streams.ts";
import { outcomeOf } from "./outcome-of.ts";
import type { SentFrames } from "./sent-frames.ts";

/** Shows the steps of streams to the processes that watch them. */
export function streamAsker(streams: CommandStreams, shown: SentFrames) {
  return async (
    ask: StreamAsk,
    signal: AbortSignal,
    turn?: AskTurn,
  ): Promise<Asked<StreamReply>> => {
    const session = turn?.session;
    if (session === undefined)
      throw new TypeError("a step of a stream was asked without its session");
    if (isClose(ask)) {
      streams.close(session);
      return answered({ text: "" });
    }
    const { about, frames, ...step } = ask;
    const sent = await carried(shown(frames, signal));
    if ("kind" in sent) return sent;
    const unopened = about && (await streams.open(session, about));
    if (unopened) return unopened;
    return outcomeOf(
      await streams.step(session, { ...step, frames: sent }, signal),
      ({ say, confidence }) => {
        if (say === undefined)
          return failed("deterministic", 'the answer holds no "say"; the empty text is silence');
        return answered({ text: say, ...(confidence === undefined ? {} : { confidence }) });
      },
    );
  };
}

/** @throws {UserError} where something is set that only makes sense for whole samples. */
export function refuseForStreams({ fields, format, batchSize }: CommandSettings, id: string): void {
  const set = Object.entries({ fields, format, batchSize }).find(
    ([, value]) => value !== undefined,
  );
  if (set)
    throw new UserError(
      `the system "${id}" watches streams, which ${set[0]} says nothing about`,
      `leave out ${set[0]} of this system`,
    );
}
