import { type FrameRef, isWholeVideo } from "../../core/asking/chat.ts";
import type { ProtocolSettings } from "../../core/asking/protocol.ts";
import {
  checkPrompts,
  fillTemplate,
  frameCountText,
  type PromptRules,
} from "../shared/prompt-template.ts";
import { choiceLetter } from "./choice-letter.ts";
import type { ChoiceOptions, ChoiceSample } from "./schema.ts";

/** The texts a chat system is asked with, under the name by which reports cite them. */
export interface PromptTexts {
  readonly name: string;
  readonly version: number;
  /** Whether both texts are this family's own wording. */
  readonly isOwnWording: boolean;
  /** Empty: no system message is sent. */
  readonly system: string;
  readonly user: string;
}

const verbatimSystem = `You answer questions about pictures and videos. Your reply is read by a program, so it must have exactly the form described here.

Form of the reply:
Line 1: one of the given options, copied word for word, with all its symbols.
Line 2: a single explanation of 10 to 15 words.

Rules:
1. Line 1 must be an exact copy of one option.
2. Copy every word, every punctuation mark and every mathematical symbol of that option.
3. Begin with the option itself; put nothing like "The answer is" in front of it.
4. Give a long option in full; never shorten it.

Example 1
Question: Does the ball touch the floor?
Options:
- Yes
- No
Right reply:
Yes
The ball meets the floor near the end and then bounces up again.

Example 2
Question: How much longer is the upper rod than the lower one?
Options:
- about 2 × the length
- about 3 × the length
Right reply:
about 3 × the length
Laid end to end, three lower rods would just reach along the upper one.
Wrong reply:
three times as long
It is wrong because it says the option in other words and drops the symbol ×.

Remember: line 1 is the copied option and nothing else, line 2 is the explanation.`;

const verbatimUser = `{{frames}} {{question}}

Choose one of these options:
{{choices}}

Instructions:
1. Write only your answer on the first line, for example 'A', 'Yes' or 'X axis'.
2. From the second line on, sum up your reasons in one or two sentences.

Answer:`;

const letterSystem = `You answer questions about pictures and videos. Each question comes with options that are marked by letters; exactly one of them is right.
Reply with the letter of that option and nothing else.`;

const letterUser = `{{frames}} {{question}}

Options:
{{choices}}

Which option is right? Reply with its letter only.`;

/** What is said about frames, where there are any of a video. `#` stands for their number. */
const framesTexts = {
  one: "The attached image is one frame of a video.",
  many: "The # attached images are frames of one video, in the order of time.",
  mixed:
    "The # attached images come from several pictures and videos, in the order given; the frames of each video are in the order of time.",
} as const;

/** What is said about subtitles, where there are any. */
const saidText = "What is said in the video is given as text, at the moment at which it is said.";

const letterPrompts: PromptTexts = {
  name: "vidimus/choice-letter",
  version: 1,
  isOwnWording: true,
  system: letterSystem,
  user: letterUser,
};

const ownPrompts: Readonly<Record<ChoiceOptions["answer"], PromptTexts>> = {
  letter: letterPrompts,
  "log-likelihood": letterPrompts,
  verbatim: {
    name: "vidimus/choice-verbatim",
    version: 1,
    isOwnWording: true,
    system: verbatimSystem,
    user: verbatimUser,
  },
};

const known = ["question", "choices", "frames", "frameCount"];
const rules: PromptRules = {
  family: "multiple-choice",
  placeholders: { system: known, user: known },
  needed: { name: "question", reason: "without it every sample would be asked the same" },
};

/**
 * The texts in force: the family's own, with those that the user replaced. A template that cannot
 * work is a `UserError`.
 */
export function promptTexts({ options, prompts }: ProtocolSettings<ChoiceOptions>): PromptTexts {
  const own = ownPrompts[options.answer];
  const given = Object.keys(prompts);
  if (given.length === 0) return own;
  checkPrompts(prompts, rules);
  return {
    name: "custom",
    version: 1,
    isOwnWording: false,
    system: prompts.system ?? own.system,
    user: prompts.user ?? own.user,
  };
}

/**
 * A template with a sample put in; where there are no frames, what is said of them goes with its
 * line or the space after it.
 */
export function fillChoiceTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
): string {
  const withoutEmpty = values.frames
    ? template
    : template
        .replace(/^[ \t]*\{\{\s*frames\s*\}\}[ \t]*\r?\n/gm, "")
        .replace(/\{\{\s*frames\s*\}\}[ \t]*/g, "");
  return fillTemplate(withoutEmpty, values);
}

/** What goes with the text of a question. */
interface Shown {
  readonly frames: readonly FrameRef[];
  /** Whether something of what is said in the video is among it. */
  readonly isSaid: boolean;
}

/** The values of the placeholders for one sample. */
export function promptValues(
  sample: ChoiceSample,
  { answer }: ChoiceOptions,
  { frames, isSaid }: Shown,
): Readonly<Record<string, string>> {
  const lines = sample.choices.map((choice, index) =>
    answer === "verbatim" ? `- ${choice}` : `${choiceLetter(index)}. ${choice}`,
  );
  return {
    question: sample.question,
    choices: lines.join("\n"),
    frames: [
      framesText(sample, frames.some(isWholeVideo) ? 0 : frames.length),
      isSaid ? saidText : "",
    ]
      .filter((text) => text !== "")
      .join(" "),
    frameCount: frameCountText(frames),
  };
}

function framesText({ media }: ChoiceSample, count: number): string {
  if (count === 0 || !media.some(({ kind }) => kind === "video")) return "";
  if (media.length > 1) return framesTexts.mixed.replace("#", String(count));
  return count === 1 ? framesTexts.one : framesTexts.many.replace("#", String(count));
}

/** Every text that decides what is asked, for the work key. */
export function promptIdentity(settings: ProtocolSettings<ChoiceOptions>) {
  const { name, version, system, user } = promptTexts(settings);
  const { answer, subtitles } = settings.options;
  const said = subtitles === "none" ? {} : { subtitles, said: saidText };
  return { name, version, answer, system, user, frames: framesTexts, ...said };
}
