import type { ScoredBy } from "../../core/family/scored-by.ts";
import type { BriefView, TimelineMark, View } from "../../core/scores/view.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { scoredMatching } from "./scored-matching.ts";

/**
 * A stream on a timeline: what users said, what should have been said, what was said, and which
 * belongs to which, by the rules and similarities that it was scored with; by the words alone where
 * it was not.
 */
export function dialogueView(
  sample: DialogueSample,
  prediction: DialoguePrediction | null,
  scored: ScoredBy<DialogueOptions>,
): View {
  const { fps, frameCount, inputs, references, goal } = sample;
  const { matching, said, threshold, compared } = scoredMatching(
    sample,
    prediction ?? { utterances: [] },
    scored,
  );
  const isRight = (semantic: number) => threshold === null || semantic > threshold;
  const pairOf = new Map(matching.matched.map((pair) => [pair.generated, pair]));
  const ofReference = new Map(matching.matched.map((pair) => [pair.reference, pair]));
  const late = (pair: { readonly generated: number; readonly reference: number }) =>
    lateness((said[pair.generated]!.frame - references[pair.reference]!.frame) / fps);
  const moment = (seconds: number) => ({ startSeconds: seconds, endSeconds: seconds });
  // A user is heard before the frame; an assistant speaks when it is over.
  const at = (frame: number) => moment((frame + 1) / fps);
  const right = matching.matched.filter(({ semantic }) => isRight(semantic)).length;
  return {
    title: goal ?? sample.id,
    blocks: [
      {
        kind: "timeline",
        label: `What was said when (meanings compared by ${compared})`,
        startSeconds: 0,
        endSeconds: frameCount / fps,
        lanes: [
          {
            label: "user",
            marks: inputs.map(({ frame, role, text }) => ({
              ...moment(frame / fps),
              text: role === "user" ? text : `[${role}] ${text}`,
              tone: "neutral",
            })),
          },
          {
            label: "reference",
            marks: references.map(({ frame, text }, place): TimelineMark => {
              const pair = ofReference.get(place);
              return {
                ...at(frame),
                text,
                ...(pair ? { tone: "reference" } : { tone: "missed", note: "missed" }),
              };
            }),
          },
          {
            label: "prediction",
            marks: said.map(({ frame, text }, place): TimelineMark => {
              const pair = pairOf.get(place);
              if (!pair) return { ...at(frame), text, tone: "bad", note: "redundant" };
              const { semantic } = pair;
              return isRight(semantic)
                ? { ...at(frame), text, tone: "good", note: `right, ${late(pair)}` }
                : {
                    ...at(frame),
                    text,
                    tone: "caution",
                    note: `other words, similarity ${semantic.toFixed(2)}, ${late(pair)}`,
                  };
            }),
          },
        ],
        links: matching.matched.map(
          ({ generated, reference }) => [1, reference, generated] as const,
        ),
        legend: [
          ["reference", "reference with a match"],
          ["missed", "reference missed"],
          ["good", "said right"],
          ["caution", "said in other words"],
          ["bad", "redundant"],
        ],
      },
      {
        kind: "facts",
        facts: [
          ["references", String(references.length)],
          ["predictions", String(said.length)],
          ["right", String(right)],
          ["other words", String(matching.matched.length - right)],
          ["missed", String(matching.missed.length)],
          ["redundant", String(matching.redundant.length)],
          ...(sample.userType ? [["user type", sample.userType] as const] : []),
        ],
      },
    ],
  };
}

/** What was to be said and what was, one utterance after the other. */
export function dialogueBrief(
  { goal, references }: DialogueSample,
  prediction: DialoguePrediction | null,
): BriefView {
  const words = (said: readonly { readonly text: string }[]) =>
    said.map(({ text }) => text).join(" / ") || "silence";
  return {
    asked: goal,
    truth: words(references),
    answer: prediction ? words(prediction.utterances) : undefined,
  };
}

function lateness(seconds: number): string {
  if (seconds === 0) return "on time";
  return `${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? "late" : "early"}`;
}
