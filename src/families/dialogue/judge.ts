import type { ChatAsk, ChatReply } from "../../core/asking/chat.ts";
import type { ChatGrader } from "../../core/asking/grader.ts";
import { ask } from "../../core/asking/steps.ts";
import { isRecord } from "../../core/json.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import {
  highestMark,
  type JudgeMarks,
  judgedAspects,
  lowestMark,
} from "../../metrics/dialogue/judge-scores.ts";
import { judgePrompt, judgePromptVersion } from "./prompts.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";

/** The role of the chat system that gives marks to whole conversations. */
export const judgeRole = "judge";

/** The judgements of one stream that could be read. */
export interface JudgeGrade {
  readonly judgements: readonly JudgeMarks[];
}

/**
 * Shows both conversations of a stream to a chat system and asks for marks, several times at once.
 * A judgement that cannot be read is left out; where none can, there is no grade. One that failed
 * on the way is asked for again before there is a grade.
 */
export const judgeGrader: ChatGrader<DialogueSample, DialoguePrediction, DialogueOptions> = {
  role: judgeRole,
  asks: "chat",
  identity: ({ judgements }) => ({
    version: judgePromptVersion,
    judgements,
    wording: wording(judgements),
  }),
  *steps(prediction, sample, { judgements }) {
    const shown = {
      goal: sample.goal,
      reference: transcript(sample, sample.references),
      said: transcript(sample, prediction.utterances),
    };
    const replies = yield* ask(
      Array.from(
        { length: judgements },
        (_, at): ChatAsk => ({
          messages: [
            { role: "user", parts: [{ text: judgePrompt(shown, { at, of: judgements }) }] },
          ],
        }),
      ),
    );
    return gradeOf(replies);
  },
};

/** What is asked, with a stand-in for what differs from stream to stream. */
function wording(judgements: number): string {
  return judgePrompt(
    { goal: "{goal}", reference: ["{reference}"], said: ["{said}"] },
    { at: 0, of: judgements },
  );
}

function gradeOf(replies: readonly Outcome<ChatReply>[]): Outcome<JudgeGrade> {
  for (const reply of replies) if (reply.kind === "failed") return reply;
  const judgements = replies.map(judgement);
  const read = judgements.flatMap((one) => (one.kind === "answered" ? [one.value] : []));
  if (read.length > 0) return answered({ judgements: read });
  for (const one of judgements) if (one.kind !== "answered" && one.kind !== "unparsed") return one;
  return noAnswer("unparsed", "no judgement held marks for all four aspects");
}

function judgement(reply: Outcome<ChatReply>): Outcome<JudgeMarks> {
  if (reply.kind !== "answered") return reply;
  if (reply.value.finish === "length")
    return noAnswer("truncated", "the judge was cut off by the token limit");
  const marks = readMarks(reply.value.text);
  return marks ? answered(marks) : noAnswer("unparsed", "no marks for all four aspects");
}

/**
 * The marks of one judgement: after the first line of dashes, up to the next, the first JSON object
 * on one line. It must hold the four aspects with marks from 1 to 5, and nothing else.
 */
export function readMarks(text: string): JudgeMarks | undefined {
  const parts = text.split("---");
  const [found] = /\{.*?\}/.exec(parts.length > 1 ? parts[1]! : text) ?? [];
  const value = found === undefined ? undefined : parsed(found);
  if (!isRecord(value) || Object.keys(value).length !== judgedAspects.length) return undefined;
  return judgedAspects.every((aspect) => isMark(value[aspect])) ? (value as JudgeMarks) : undefined;
}

function isMark(value: unknown): boolean {
  return typeof value === "number" && value >= lowestMark && value <= highestMark;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * One line for each thing said, with the seconds of the stream that have passed; on one frame users
 * come first.
 */
export function transcript(
  { fps, inputs }: DialogueSample,
  assistant: readonly { readonly frame: number; readonly text: string }[],
): readonly string[] {
  const lines = [
    ...inputs
      .filter(({ role }) => role === "user")
      .map(({ frame, text }) => ({ frame, order: 0, line: `User: ${text}` })),
    ...assistant.map(({ frame, text }) => ({ frame, order: 1, line: `Assistant: ${text}` })),
  ];
  return lines
    .toSorted((a, b) => a.frame - b.frame || a.order - b.order)
    .map(({ frame, line }) => `[${secondsText((frame + 1) / fps)}s] ${line}`);
}

/** As Python prints a float. */
function secondsText(seconds: number): string {
  return Number.isInteger(seconds) ? seconds.toFixed(1) : String(seconds);
}
