import type { TimelineMark, View } from "../../core/view.ts";
import { lexicalSimilarity } from "../../metrics/dialogue/lexical-similarity.ts";
import { matchUtterances } from "../../metrics/dialogue/match-utterances.ts";
import { windowInFrames } from "./match-window.ts";
import { type DialoguePrediction, type DialogueSample, dialogueOptionsSchema } from "./schema.ts";

/** A stream on a timeline: what users said, what should have been said, what was said, and which belongs to which by the words alone. */
export function dialogueView(sample: DialogueSample, prediction: DialoguePrediction | null): View {
  const { fps, frameCount, inputs, references, goal } = sample;
  const said = (prediction?.utterances ?? []).filter(({ frame }) => frame < frameCount);
  const matching = matchForView(sample, said);
  const mark = (frame: number, text: string, tone: TimelineMark["tone"]): TimelineMark => ({
    startSeconds: frame / fps,
    endSeconds: frame / fps,
    text,
    tone,
  });
  const pairOf = new Map(matching.matched.map((pair) => [pair.generated, pair]));
  const missed = new Set(matching.missed);
  return {
    title: goal ?? sample.id,
    blocks: [
      {
        kind: "timeline",
        label: "What was said when (pairs by the words they share)",
        startSeconds: 0,
        endSeconds: frameCount / fps,
        lanes: [
          {
            label: "user",
            marks: inputs.map(({ frame, role, text }) => mark(frame, role === "user" ? text : `[${role}] ${text}`, "neutral")),
          },
          {
            label: "reference",
            marks: references.map(({ frame, text }, at) => mark(frame, text, missed.has(at) ? "caution" : "reference")),
          },
          {
            label: "prediction",
            marks: said.map(({ frame, text }, at) => mark(frame, text, toneOf(pairOf.get(at)?.semantic))),
          },
        ],
        links: matching.matched.map(({ generated, reference }) => [1, reference, generated] as const),
      },
      {
        kind: "facts",
        facts: [
          ["references", String(references.length)],
          ["predictions", String(said.length)],
          ["missed", String(matching.missed.length)],
          ["redundant", String(matching.redundant.length)],
          ...(sample.userType ? [["user type", sample.userType] as const] : []),
        ],
      },
    ],
  };
}

function toneOf(semantic: number | undefined): TimelineMark["tone"] {
  if (semantic === undefined) return "bad";
  return semantic > 0.5 ? "good" : "caution";
}

function matchForView(sample: DialogueSample, said: DialoguePrediction["utterances"]) {
  const { window, factor, power } = dialogueOptionsSchema.parse({});
  const similarity = lexicalSimilarity();
  const matching = matchUtterances(
    { frameCount: sample.frameCount, generated: said, references: sample.references },
    { ...windowInFrames(window, sample), factor, power, zeroEdge: "keep" },
    (one, other) => similarity(said[one]!.text, sample.references[other]!.text),
  );
  return "unassignable" in matching
    ? { matched: [], missed: sample.references.map((_, at) => at), redundant: said.map((_, at) => at) }
    : matching;
}
