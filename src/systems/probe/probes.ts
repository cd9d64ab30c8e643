import { z } from "zod";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { Condition } from "../../core/asking/condition.ts";
import type { OptionHooks, ProbeHooks } from "../../core/asking/probe-hooks.ts";
import {
  defineSystemKind,
  type ProbeContext,
  type SystemKind,
} from "../../core/asking/system-kind.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { permutation, rotation } from "./permutation.ts";
import { SwappedMedia } from "./swapped-media.ts";

const of = z.string().describe("id of the system that is put under the condition");
const seed = z.int().min(0).optional().describe("seed of what is random (default: the run's seed)");

/** Asks without any picture or video: what is answered rightly all the same needs no eyes. */
export const blind = probe({
  id: "blind",
  summary: "another system without pictures and videos: what it still gets right needs no eyes",
  configSchema: z.strictObject({ of }),
  condition: (_, context) => {
    const withMedia = hook(context, "withMedia");
    return { isBlind: true, sample: (sample) => ({ sample: withMedia(sample, []) }) };
  },
});

/** Shows one frame: what is answered rightly all the same needs no movement. */
export const singleFrame = probe({
  id: "single-frame",
  summary:
    "another system with one frame of each video: what it still gets right needs no movement",
  configSchema: z.strictObject({
    of,
    frame: z
      .enum(["first", "middle", "last"])
      .default("middle")
      .describe("which of the task's frames (default: middle)"),
  }),
  condition: ({ frame }) => ({
    identity: { frame },
    frames: (frames) => (frames.length === 0 ? frames : [frames[placeOf(frame, frames.length)]!]),
  }),
});

function placeOf(frame: "first" | "middle" | "last", count: number): number {
  return frame === "first" ? 0 : frame === "last" ? count - 1 : Math.floor((count - 1) / 2);
}

/** Shows the frames in another order, under the times of the right one. */
export const shuffledFrames = probe({
  id: "shuffled-frames",
  summary:
    "another system with frames in a random order: what it still gets right needs no order in time",
  configSchema: z.strictObject({ of, seed }),
  condition: ({ seed: own }, { seed: given }) => {
    const used = own ?? given;
    return {
      identity: { seed: used },
      frames: (frames, { id }) =>
        reordered(frames, permutation(frames.length, seededRandom(used, "shuffled-frames", id))),
    };
  },
});

function reordered(frames: readonly FrameRef[], order: readonly number[]): readonly FrameRef[] {
  return order.map((from, to) => ({ ...frames[from]!, atSeconds: frames[to]!.atSeconds }));
}

/** Asks about a video and shows another. */
export const swappedVideo = probe({
  id: "swapped-video",
  summary:
    "another system that is shown the video of another sample: what it still gets right does not come from the video",
  configSchema: z.strictObject({ of, seed }),
  condition: ({ seed: own }, context) => {
    const withMedia = hook(context, "withMedia");
    const used = own ?? context.seed;
    const swapped = new SwappedMedia(context.family, used);
    return {
      identity: { seed: used },
      survey: (samples) => swapped.survey(samples),
      sample: (sample) => ({ sample: withMedia(sample, swapped.of(sample)) }),
    };
  },
});

/** Puts the options in other places: a system that reads them answers the same. */
export const shuffledOptions = probe({
  id: "shuffled-options",
  summary: "another system with the options in other places: shows whether it prefers places",
  configSchema: z.strictObject({
    of,
    by: z
      .enum(["rotation", "random"])
      .default("rotation")
      .describe("rotation (default): turned round by `shift`; random: in any order"),
    shift: z
      .int()
      .min(1)
      .default(1)
      .describe(
        "places that options are turned by; one system per shift from 1 on makes a circular evaluation",
      ),
    seed,
  }),
  condition: ({ by, shift, seed: own }, context) => {
    const { count, arrange, restore } = optionHooks(context);
    const used = own ?? context.seed;
    const orderOf = (sample: Sample) =>
      by === "rotation"
        ? rotation(count(sample), shift)
        : permutation(count(sample), seededRandom(used, "shuffled-options", sample.id));
    return {
      identity: by === "rotation" ? { by, shift } : { by, seed: used },
      sample: (sample) => {
        const order = orderOf(sample);
        return {
          sample: arrange(sample, order),
          restore: (prediction) => restore(prediction, order),
        };
      },
    };
  },
});

/**
 * Asks without question and media: what is answered rightly all the same was given away by the
 * options.
 */
export const optionsOnly = probe({
  id: "options-only",
  summary:
    "another system that is given only the options: what it still gets right the options give away",
  configSchema: z.strictObject({ of }),
  condition: (_, context) => {
    const [withMedia, withoutQuestion] = [
      hook(context, "withMedia"),
      hook(context, "withoutQuestion"),
    ];
    return {
      isBlind: true,
      sample: (sample) => ({ sample: withoutQuestion(withMedia(sample, [])) }),
    };
  },
});

interface ProbeDefinition<Config extends { readonly of: string }> {
  readonly id: string;
  readonly summary: string;
  readonly configSchema: z.ZodType<Config>;
  condition(
    config: Config,
    context: ProbeContext,
  ): Omit<Condition, "id" | "identity"> & { readonly identity?: Json };
}

function probe<Config extends { readonly of: string }>({
  id,
  summary,
  configSchema,
  condition,
}: ProbeDefinition<Config>): SystemKind<Config> {
  return defineSystemKind<Config>({
    id,
    summary,
    configSchema,
    create: async () => {
      throw new TypeError(`${id} is made of another system`);
    },
    probe: (config, context) => ({
      of: config.of,
      condition: { id, identity: {}, ...condition(config, context) },
    }),
  });
}

/** @throws {UserError} where the family does not lend what the probe needs. */
function hook<Name extends "withMedia" | "withoutQuestion">(
  context: ProbeContext,
  name: Name,
): NonNullable<ProbeHooks<Sample, unknown>[Name]> {
  return context.family.asking.probes?.[name] ?? refused(context);
}

function optionHooks(context: ProbeContext): OptionHooks<Sample, unknown> {
  return context.family.asking.probes?.options ?? refused(context);
}

function refused({ id, family }: ProbeContext): never {
  throw new UserError(
    `the probe "${id}" does not work on the family ${family.id}`,
    "leave it out, or choose another task",
  );
}
