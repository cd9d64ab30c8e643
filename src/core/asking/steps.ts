import type { MediaWant } from "../data/media.ts";
import { answered, type Outcome } from "../run/outcome.ts";
import type { ChatAsk, ChatReply, FrameRef } from "./chat.ts";
import type { EmbedAsk, EmbedReply, EmbedTexts } from "./embed.ts";
import type { SimilarityAsk, SimilarityReply } from "./similarity.ts";
import type { StreamAsk, StreamReply } from "./stream.ts";

/** What a protocol wants to see of one of the sample's refs. */
export type Want = MediaWant & {
  /** Its place among the refs. */
  readonly ref: number;
};

/** What there was to see. */
export interface Seen {
  /** None where the system is shown nothing, and where the video has none to show. */
  readonly frames: readonly FrameRef[];
  /** Length of the video; `null` of a picture, and where nobody knows. */
  readonly seconds: number | null;
  readonly framesPerSecond: number | null;
}

/** A system that is shown nothing sees this. */
export const nothingSeen: Seen = { frames: [], seconds: null, framesPerSecond: null };

/** What a protocol does next: it looks at something, or it asks. */
export type Move<Ask> = { readonly look: readonly Want[] } | { readonly ask: readonly Ask[] };

/**
 * How a question is put, without any I/O: yields a move and is resumed with an outcome for each
 * want or ask, in their order. Asks of one list may run at once; the next list sees their replies.
 * Replies are journalled, so that a crash in the middle resumes by replay; looks are no steps: what
 * was seen is journalled too, and is looked at again.
 */
export type Steps<Ask, Reply, T> = Generator<
  Move<Ask>,
  Outcome<T>,
  readonly Outcome<Seen | Reply>[]
>;

/** A part of a protocol. */
export type Stretch<Ask, T> = Generator<Move<Ask>, T, readonly Outcome<unknown>[]>;

type ReplyTo<Ask> = Ask extends ChatAsk
  ? ChatReply
  : Ask extends StreamAsk
    ? StreamReply
    : Ask extends EmbedAsk | EmbedTexts
      ? EmbedReply
      : Ask extends SimilarityAsk
        ? SimilarityReply
        : unknown;

/** Looks: at parts of videos, at moments, or only at how long they are. */
export function* look(wants: readonly Want[]): Stretch<never, readonly Outcome<Seen>[]> {
  return (yield { look: wants }) as readonly Outcome<Seen>[];
}

/** Looks at everything that the sample refers to; the first problem where something is broken. */
export function* lookAtAll(refs: readonly unknown[]): Stretch<never, Outcome<readonly FrameRef[]>> {
  return allFrames(yield* look(refs.map((_, ref) => ({ ref }))));
}

/** The frames of several looks, in their order; the first problem where one of them has one. */
export function allFrames(looks: readonly Outcome<Seen>[]): Outcome<readonly FrameRef[]> {
  const frames: FrameRef[] = [];
  for (const seen of looks) {
    if (seen.kind !== "answered") return seen;
    frames.push(...seen.value.frames);
  }
  return answered(frames);
}

/** Asks, all at once. */
export function* ask<Ask>(asks: readonly Ask[]): Stretch<Ask, readonly Outcome<ReplyTo<Ask>>[]> {
  return (yield { ask: asks }) as readonly Outcome<ReplyTo<Ask>>[];
}
