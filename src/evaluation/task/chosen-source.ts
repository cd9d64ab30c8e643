import type { MediaRef } from "../../core/data/sample.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import type { MediaLooks } from "../../media/remembered-frames.ts";

/** Which of the places a picture or video is from, and what it is called there. */
export type ChosenMedia =
  | { readonly from: "root" | "blobs" | "own" | "remote"; readonly media: MediaRef }
  | { readonly from: "nowhere"; readonly reason: string };

type Places = Readonly<Record<"root" | "blobs" | "remote", MediaLooks>> & {
  readonly own: MediaLooks | undefined;
};

/** Media of all places: one as good as the other to those who look at them. */
export function chosenSource(
  places: Places,
  choose: (media: MediaRef) => Promise<ChosenMedia>,
): MediaLooks {
  const all = [places.root, places.blobs, places.own, places.remote].filter(
    (one) => one !== undefined,
  );
  const of = async (given: MediaRef) => {
    const chosen = await choose(given);
    return chosen.from === "nowhere"
      ? { problem: noAnswer("media-error", chosen.reason) }
      : { source: places[chosen.from]!, media: chosen.media, isBlob: chosen.from === "blobs" };
  };
  return {
    identity: places.root.identity,
    async look(given, wants, how) {
      const { problem, source, media, isBlob } = await of(given);
      if (problem) return wants.map(() => problem);
      const shown = await source.look(media, wants, how);
      if (isBlob || media.path === given.path) return shown;
      return shown.map((outcome) =>
        outcome.kind === "answered" ? answered({ ...outcome.value, file: media.path }) : outcome,
      );
    },
    async digest(given, how) {
      const { problem, source, media } = await of(given);
      return problem ? undefined : source.digest(media, how);
    },
    async file(given) {
      const { problem, source, media } = await of(given);
      return problem ?? source.file(media);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((source) => source[Symbol.asyncDispose]()));
    },
  };
}
