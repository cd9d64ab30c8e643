import type { Baselines } from "../../core/family/proof-facet.ts";
import type { EventPrediction, EventSample } from "./schema.ts";

/**
 * Claims every event that is surely there, as it is; confidences fall from one to the next, so that
 * their order can be spoilt.
 */
function oracle({ events }: EventSample): EventPrediction {
  const sure = events.filter(({ ambiguous }) => !ambiguous);
  return {
    events: sure.map(({ type, startSeconds, endSeconds }, at) => ({
      alertSeconds: startSeconds,
      confidence: 1 - at / (2 * sure.length),
      endSeconds,
      startSeconds,
      type,
    })),
  };
}

/**
 * As many events as there are, of their types and lengths, anywhere in the video, as sure as it
 * happens.
 */
const chance: Baselines<EventSample, EventPrediction>["chance"] = (
  { events, durationSeconds },
  random,
) => {
  const end = durationSeconds ?? Math.max(0, ...events.map(({ endSeconds }) => endSeconds)) * 1.5;
  return {
    events: events.map(() => {
      const { type, startSeconds, endSeconds } = events[Math.floor(random() * events.length)]!;
      const length = endSeconds - startSeconds;
      const start = random() * Math.max(0, end - length);
      return { confidence: random(), endSeconds: start + length, startSeconds: start, type };
    }),
  };
};

export const eventBaselines: Baselines<EventSample, EventPrediction> = {
  oracle,
  chance,
  empty: () => ({ events: [] }),
};
