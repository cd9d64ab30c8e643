import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import type { SampleLengths } from "../../core/family/data-facet.ts";
import type { Family } from "../../core/family.ts";
import { canonicalJson } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { sampleDigits } from "../../core/run/work.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { DecodePool } from "../../media/decode-pool.ts";
import type { TaskMedia } from "./task-media.ts";

export interface LengthPlaces {
  readonly family: Family;
  readonly media: Pick<TaskMedia, "using" | "problem" | "state">;
  onWarning(message: string): void;
}

const timeLimitMs = 120_000;
const mostNamed = 20;
const never = new AbortController().signal;

/**
 * Samples that are as long as their videos, where nothing else says how long they are. A video that
 * cannot be looked into is named in a warning, and its sample stays as it is: systems that see it
 * meet a media error, others answer it all the same.
 */
export function lengthAttacher(places: LengthPlaces): (samples: SampleBatches) => SampleBatches {
  const {
    data: { lengths },
  } = places.family;
  if (!lengths) return (samples) => samples;
  const known = new Map<string, Promise<Result<number>>>();
  const reported = new Set<string>();
  // Samples are gone through several times.
  const onWarning = (message: string) => {
    if (!reported.has(message)) places.onWarning(message);
    reported.add(message);
  };
  return (samples) => ({
    [Symbol.asyncIterator]: () => attached(samples, { ...places, onWarning, lengths, known }),
  });
}

interface Attaching extends LengthPlaces {
  readonly lengths: SampleLengths<Sample>;
  /** Ends of videos in seconds from their starts, by path and state of the file. */
  readonly known: Map<string, Promise<Result<number>>>;
}

async function* attached(
  samples: SampleBatches,
  attaching: Attaching,
): AsyncGenerator<readonly PlannedSample[]> {
  const { onWarning } = attaching;
  await using looker = lookerInto(attaching.media);
  let unknown = 0;
  for await (const batch of samples) {
    const lengthened = await Promise.all(
      batch.map((planned) => lengthen(planned, attaching, looker)),
    );
    for (const { problem } of lengthened)
      if (problem !== undefined && unknown++ < mostNamed) onWarning(problem);
    yield lengthened.map(({ planned }) => planned);
  }
  if (unknown > mostNamed)
    onWarning(
      `${unknown - mostNamed} further samples count as ending after their last turn, since their videos cannot be looked into; vidimus probe names all of them`,
    );
}

interface Lengthened {
  readonly planned: PlannedSample;
  readonly problem?: string;
}

async function lengthen(
  planned: PlannedSample,
  { lengths, media, known }: Attaching,
  looker: Looker,
): Promise<Lengthened> {
  const wanted = lengths.wanted(planned.sample);
  if (!wanted) return { planned };
  const key = `${wanted.path} ${await media.state(wanted)}`;
  const end = known.get(key) ?? looker.endOf(wanted);
  known.set(key, end);
  const found = partOf(await end, wanted);
  const put = found.ok ? lengths.put(planned.sample, found.value) : found;
  if (!put.ok) {
    const named = put.reason.includes(wanted.path) ? put.reason : `${wanted.path}: ${put.reason}`;
    return {
      planned,
      problem: `${planned.sample.id}: ${named}; it counts as ending after its last turn`,
    };
  }
  const digest = contentDigest(canonicalJson(put.value)).slice(0, sampleDigits);
  return {
    planned: { ...planned, sample: put.value, digest, pairing: planned.pairing ?? planned.digest },
  };
}

/** The end of the part that is meant, from its start. */
function partOf(end: Result<number>, { path, from = 0, to }: MediaRef): Result<number> {
  if (!end.ok || (from === 0 && to === undefined)) return end;
  if (from >= end.value)
    return failure(`${path}: ends at ${end.value.toFixed(3)} s, before its part from ${from} s on`);
  return success(Math.min(to ?? end.value, end.value) - from);
}

/** Looks into videos in processes of their own, which are started for the first of them. */
interface Looker extends AsyncDisposable {
  /**
   * The end of a video in seconds from its start, as frames are shown, whatever its clock says
   * there; or why nobody knows.
   */
  endOf(video: MediaRef): Promise<Result<number>>;
}

function lookerInto(media: LengthPlaces["media"]): Looker {
  let opened: Promise<DecodePool> | undefined;
  const open = async () =>
    new (await import("../../media/decode-pool.ts")).DecodePool({ timeLimitMs });
  return {
    async endOf(video) {
      const { kind, path: name, framesPerSecond } = video;
      const problem = await media.problem(video);
      if (problem !== undefined) return failure(problem.reason);
      try {
        opened ??= open();
        const pool = await opened;
        const probed = await media.using(video, (path) =>
          pool.run({ work: "probe", kind, path, name, framesPerSecond }, never),
        );
        if (probed.kind !== "answered") return failure(probed.reason);
        const { value } = probed;
        return value.kind === "video"
          ? success(value.durationSeconds)
          : failure(`${name}: is no video`);
      } catch (error) {
        if (error instanceof UserError) return failure(error.message);
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.[Symbol.asyncDispose]();
    },
  };
}
