import { z } from "zod";
import type { ChatAsk, ChatReply, Part } from "../../core/asking/chat.ts";
import type { ChatGrader, PartialGrade } from "../../core/asking/grader.ts";
import { ask, look, type Stretch, type Want } from "../../core/asking/steps.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import {
  type FaithfulnessLabel,
  faithfulnessLabels,
  highestMark,
} from "../../metrics/answers/judged-answers.ts";
import { spanText } from "../shared/span-text.ts";
import { readJson } from "./parse.ts";
import {
  correctnessQuestion,
  faithfulnessQuestion,
  groundingQuestion,
  judgePrompt,
  judgeVersion,
  markQuestion,
  sightQuestion,
} from "./prompts.ts";
import { retrievedSpans } from "./rated.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";
import { spokenIn } from "./transcript-texts.ts";

export const judgeRole = "judge";

/** Clips that a judge is shown, those that are cited first. */
const mostShown = 5;

/** What a judge says; `null` where it was not asked, or said nothing that could be read. */
export interface JudgeGrade extends PartialGrade {
  readonly correct: boolean | null;
  readonly faithfulness: FaithfulnessLabel | null;
  /** Of the same reader's answers under other conditions. */
  readonly gold: boolean | null;
  readonly none: boolean | null;
  /** From 0 to `highestMark`; only where marks are asked for. */
  readonly mark?: number | null;
}

const unjudged: JudgeGrade = { correct: null, faithfulness: null, gold: null, none: null };
const correctSchema = z.strictObject({ correct: z.boolean() });
const markSchema = z.strictObject({ mark: z.int().min(0).max(highestMark) });
const labelSchema = z.strictObject({ label: z.enum(faithfulnessLabels) });

/** What is asked, with stand-ins for what differs from answer to answer. */
const wording = {
  system: judgePrompt,
  correctness: correctnessQuestion("{question}", "{truth}", "{answer}"),
  faithfulness: faithfulnessQuestion("{question}", "{known}", "{answer}"),
};

/** How faithfulness is asked about, by what the judge has of the evidence. */
function faithfulnessWording({ transcript, judgeSees }: RetrievalOptions): string {
  if (judgeSees)
    return sightQuestion(
      "{question}",
      { shown: true, spoken: transcript ? "{spoken}" : undefined },
      "{answer}",
    );
  return transcript
    ? groundingQuestion("{question}", "{spoken}", "{answer}")
    : wording.faithfulness;
}

const markWording = markQuestion("{question}", "{truth}", "{answer}");

/**
 * Judges whether an answer is right, by the true answer, and whether it is faithful: with
 * `judgeSees` by frames of the clips that the system found, with transcripts by what is said in
 * them, and not by the truth; else by the true answer. A verdict that cannot be read is none; where
 * no verdict can be, neither is there a grade.
 */
export const judge: ChatGrader<RetrievalSample, RetrievalPrediction, RetrievalOptions> = {
  role: judgeRole,
  asks: "chat",
  looks: ({ judgeSees }) => (judgeSees ? mostShown : 0),
  identity: (options) => {
    const { transcript, judgeSees, marks } = options;
    const own = { ...wording, faithfulness: faithfulnessWording(options) };
    return {
      version: judgeVersion(options),
      transcript,
      ...(judgeSees ? { judgeSees } : {}),
      wording: marks ? { ...own, mark: markWording } : own,
    };
  },
  *steps(prediction, sample, options) {
    const { answer, conditions } = prediction;
    if (answer === undefined || sample.answer === null) return answered(unjudged);
    const { gold, none } = conditions ?? {};
    const correctness = (one: string) =>
      askOf(correctnessQuestion(sample.question, sample.answer!, one));
    const others = [gold, none].flatMap((one) => (one === undefined ? [] : [correctness(one)]));
    const faithfulness = options.judgeSees
      ? yield* sightAsk(prediction, sample, options)
      : answered(textAsk(prediction, sample, options));
    if (faithfulness.kind !== "answered") return faithfulness;
    const replies = yield* ask([
      correctness(answer),
      faithfulness.value,
      ...others,
      ...(options.marks ? [askOf(markQuestion(sample.question, sample.answer, answer))] : []),
    ]);
    for (const reply of replies) if (reply.kind === "failed") return reply;
    const correct = verdict(replies[0], correctSchema);
    const faithful = verdict(replies[1], labelSchema);
    const mark = options.marks ? verdict(replies[2 + others.length], markSchema) : undefined;
    if (correct.kind !== "answered" && faithful.kind !== "answered" && mark?.kind !== "answered")
      return correct;
    const ofGold = gold === undefined ? undefined : verdict(replies[2], correctSchema);
    const ofNone =
      none === undefined ? undefined : verdict(replies[gold === undefined ? 2 : 3], correctSchema);
    const unread = unreadIn({
      correctness: correct,
      faithfulness: faithful,
      gold: ofGold,
      none: ofNone,
      mark,
    });
    return answered<JudgeGrade>({
      correct: verdictIn(correct),
      faithfulness: faithful.kind === "answered" ? faithful.value.label : null,
      gold: verdictIn(ofGold),
      none: verdictIn(ofNone),
      ...(mark === undefined ? {} : { mark: mark.kind === "answered" ? mark.value.mark : null }),
      ...(unread.length === 0 ? {} : { unread }),
    });
  },
};

/** Asks about faithfulness by what is said in the clips, or else by the true answer. */
function textAsk(
  prediction: RetrievalPrediction,
  sample: RetrievalSample,
  { transcript }: RetrievalOptions,
): ChatAsk {
  const { question } = sample;
  const answer = prediction.answer!;
  return askOf(
    transcript
      ? groundingQuestion(question, spokenOf(prediction, sample), answer)
      : faithfulnessQuestion(question, sample.answer!, answer),
  );
}

/** Asks about faithfulness with frames of each clip that was found or cited. */
function* sightAsk(
  prediction: RetrievalPrediction,
  sample: RetrievalSample,
  { transcript }: RetrievalOptions,
): Stretch<ChatAsk, Outcome<ChatAsk>> {
  const spans = sample.media.length === 0 ? [] : retrievedSpans(prediction).slice(0, mostShown);
  const wants = spans.map(
    ({ startSeconds, endSeconds }): Want => ({ ref: 0, span: [startSeconds, endSeconds] }),
  );
  const seen = wants.length === 0 ? [] : yield* look(wants);
  const parts: Part[] = [];
  for (const [at, { label, startSeconds, endSeconds }] of spans.entries()) {
    const one = seen[at];
    if (one?.kind !== "answered") return one ?? noAnswer("missing", "nothing was seen");
    if (one.value.frames.length === 0) continue;
    parts.push({ text: `${label}, ${spanText(startSeconds, endSeconds)}:` });
    parts.push({ frames: one.value.frames });
  }
  const spoken = transcript ? spokenOf(prediction, sample) : undefined;
  const evidence = { shown: parts.length > 0, spoken };
  return answered(askOf(sightQuestion(sample.question, evidence, prediction.answer!), parts));
}

function spokenOf(prediction: RetrievalPrediction, sample: RetrievalSample): string {
  return spokenIn(sample, retrievedSpans(prediction)) || "(nothing)";
}

function verdictIn(outcome: Outcome<{ readonly correct: boolean }> | undefined): boolean | null {
  return outcome?.kind === "answered" ? outcome.value.correct : null;
}

function unreadIn(
  verdicts: Readonly<Record<string, Outcome<unknown> | undefined>>,
): readonly string[] {
  return Object.entries(verdicts).flatMap(([about, outcome]) =>
    outcome === undefined || outcome.kind === "answered" ? [] : [`${about}: ${outcome.reason}`],
  );
}

function askOf(question: string, shown: readonly Part[] = []): ChatAsk {
  return {
    messages: [
      { role: "system", parts: [{ text: judgePrompt }] },
      { role: "user", parts: [...shown, { text: question }] },
    ],
  };
}

function verdict<T>(reply: Outcome<ChatReply> | undefined, schema: z.ZodType<T>): Outcome<T> {
  if (reply?.kind !== "answered") return reply ?? noAnswer("missing", "the judge said nothing");
  if (reply.value.finish === "length")
    return noAnswer("truncated", "the judge was cut off by the token limit");
  return readJson(reply.value.text, schema, "verdict");
}
