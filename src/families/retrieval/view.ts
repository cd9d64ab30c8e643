import type { ScoredBy } from "../../core/family/scored-by.ts";
import type { BriefView, TimelineMark, View, ViewBlock } from "../../core/scores/view.ts";
import { spanText } from "../shared/span-text.ts";
import { clipRelevance } from "./relevance.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";

const shownClips = 10;

/** A question with its evidence and what was found on one timeline, the answers below. */
export function retrievalView(
  sample: RetrievalSample,
  prediction: RetrievalPrediction | null,
  scored: ScoredBy<RetrievalOptions>,
): View {
  const clips = (prediction?.clips ?? []).slice(0, shownClips);
  const { gains } = clipRelevance(sample, clips, scored.options);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["kind", sample.kind],
    ["difficulty", sample.difficulty],
    ["domain", sample.domain],
    [
      "relevant clips",
      sample.clips.length > 0
        ? sample.clips
            .filter(({ gain }) => gain > 0)
            .map(({ id }) => id)
            .slice(0, shownClips)
            .join(", ")
        : undefined,
    ],
    [
      "found",
      clips.some(({ id }) => id !== undefined)
        ? clips.map(({ id }) => id ?? "–").join(", ")
        : undefined,
    ],
    ["clips found", String(prediction?.clips.length ?? 0)],
  ];
  const blocks: readonly (ViewBlock | false)[] = [
    sample.media.length > 0 && { kind: "media", media: sample.media },
    timelineOf(sample, { clips, gains, citations: prediction?.citations ?? [] }),
    sample.answer !== null && { kind: "text", label: "True answer", text: sample.answer },
    prediction?.answer !== undefined && {
      kind: "text",
      label: "Answer given",
      text: prediction.answer,
    },
    {
      kind: "facts",
      facts: facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined),
    },
  ];
  return { title: sample.question || sample.id, blocks: blocks.filter((block) => block !== false) };
}

/** A question, its answer or evidence, and what was answered or found first. */
export function retrievalBrief(
  { question, answer, evidence, clips }: RetrievalSample,
  prediction: RetrievalPrediction | null,
): BriefView {
  const relevant = clips.filter(({ gain }) => gain > 0);
  return {
    asked: question,
    truth: answer ?? placesText(evidence.length > 0 ? evidence : relevant),
    answer: prediction ? (prediction.answer ?? placesText(prediction.clips)) : undefined,
  };
}

interface Place {
  readonly id?: string | undefined;
  readonly startSeconds?: number | undefined;
  readonly endSeconds?: number | undefined;
}

const briefClips = 3;

/** The first of some moments or clips. */
function placesText(places: readonly Place[]): string {
  const names = places
    .slice(0, briefClips)
    .map(({ id, startSeconds, endSeconds }) =>
      startSeconds === undefined || endSeconds === undefined
        ? (id ?? "–")
        : spanText(startSeconds, endSeconds),
    );
  return [...names, ...(places.length > briefClips ? ["…"] : [])].join(", ") || "nothing";
}

interface FoundClips {
  readonly clips: RetrievalPrediction["clips"];
  /** What each clip is worth. */
  readonly gains: ArrayLike<number>;
  readonly citations: NonNullable<RetrievalPrediction["citations"]>;
}

function timelineOf(
  sample: RetrievalSample,
  { clips, gains, citations }: FoundClips,
): ViewBlock | false {
  const found = clips.flatMap(({ startSeconds, endSeconds, score }, at): readonly TimelineMark[] =>
    startSeconds === undefined || endSeconds === undefined
      ? []
      : [
          {
            startSeconds,
            endSeconds,
            text: `rank ${at + 1}${score === undefined ? "" : `, score ${score.toFixed(3)}`}`,
            tone: gains[at]! > 0 ? "good" : "bad",
          },
        ],
  );
  const truths = sample.evidence.map(
    ({ startSeconds, endSeconds, relevance }): TimelineMark => ({
      startSeconds,
      endSeconds,
      text: relevance,
      tone: relevance === "primary" ? "reference" : "neutral",
    }),
  );
  if (found.length + truths.length === 0) return false;
  const cited = citations.map(
    (span): TimelineMark => ({ ...span, text: "cited", tone: "neutral" }),
  );
  return {
    kind: "timeline",
    label: `Evidence, grey where context; the first ${shownClips} clips found, red where not relevant`,
    startSeconds: 0,
    endSeconds:
      sample.durationSeconds ??
      Math.max(...[...found, ...truths].map(({ endSeconds }) => endSeconds)),
    lanes: [
      { label: "evidence", marks: truths },
      { label: "found", marks: found },
      ...(cited.length > 0 ? [{ label: "cited", marks: cited }] : []),
    ],
  };
}
