import { describe, expect, it } from "vitest";
import { seededRandom } from "../../math/seeded-random.ts";
import { guessChecks, namedByText } from "./guess-checks.ts";
import { dominantPosition } from "./position-check.ts";
import type { ChoiceSample } from "./schema.ts";

const question = (at: number, part: Partial<ChoiceSample>): ChoiceSample => ({
  id: `q${at}`,
  group: `q${at}`,
  question: "Which?",
  choices: ["one", "four", "three"],
  answer: 0,
  media: [],
  metadata: {},
  ...part,
});

function found(id: string, samples: readonly ChoiceSample[]): string | undefined {
  const checking = [...guessChecks, dominantPosition].find((check) => check.id === id)!.start();
  for (const sample of samples) expect(checking.add(sample)).toBeUndefined();
  return checking.finish!();
}

/** `hits` of `count` questions have their longest choice right. */
const lengthy = (count: number, hits: number) =>
  Array.from({ length: count }, (_, at) => question(at, { answer: at < hits ? 2 : at % 2 }));

describe("longest-choice", () => {
  it("reports a set that favours it, with counts, an interval and three examples", () => {
    expect(found("longest-choice", lengthy(60, 40))).toBe(
      'the longest choice is right in 40 of the 60 questions that have one, 66.7 % (95 % interval 53.3–78.3 %), where chance gives 20.0; picking it, and guessing elsewhere, scores 66.7 % without a look at the video (guessing: 33.3 %); such as q0 "three", q1 "three", q2 "three"',
    );
  });

  it("counts a guess elsewhere as one", () => {
    const others = Array.from({ length: 60 }, (_, at) =>
      question(100 + at, { choices: ["same", "size"], answer: at % 2 }),
    );
    expect(found("longest-choice", [...lengthy(60, 40), ...others])).toContain(
      "scores 58.3 % without a look at the video (guessing: 41.7 %)",
    );
  });

  it("is silent where it is chance, little, few or hidden", () => {
    expect(found("longest-choice", lengthy(60, 24))).toBeUndefined();
    expect(found("longest-choice", lengthy(19, 19))).toBeUndefined();
    expect(found("longest-choice", lengthy(30_000, 10_600))).toBeUndefined();
    const hidden = lengthy(60, 40).map((sample) => ({ ...sample, answer: null }));
    expect(found("longest-choice", hidden)).toBeUndefined();
  });
});

it("shortest-choice is the same of the shortest", () => {
  const short = Array.from({ length: 40 }, (_, at) => question(at, { answer: at % 4 ? 0 : 1 }));
  expect(found("shortest-choice", short)).toContain("the shortest choice is right in 30 of the 40");
});

describe("namedByText", () => {
  it.each([
    ["Who holds the red cup?", ["a red cup", "a blue hat"], 0],
    ["Is the RED, or not?", ["green", "red"], 1],
    ["Who holds the red cup?", ["a red hat", "a blue shoe"], undefined],
    ["Is it red or blue?", ["red", "blue"], undefined],
    [
      "Why does he open the red door?",
      ["the red door leads to his garden", "music plays"],
      undefined,
    ],
    ["Why does the red door open?", ["red door behind gardens", "music plays"], 0],
    ["What is the man doing?", ["the man runs", "the man sits"], undefined],
    ["Which?", ["yes", "no"], undefined],
  ] as const)("%s %j: %s", (text, choices, expected) => {
    expect(namedByText(choices, text)).toBe(expected);
  });
});

describe("leaks by text", () => {
  const colours = ["red", "blue", "green"];
  const asked = (isLeak: (at: number) => boolean) =>
    Array.from({ length: 40 }, (_, at) =>
      question(at, {
        choices: colours,
        answer: at % 3,
        question: `Is it ${colours[isLeak(at) ? at % 3 : (at + 1) % 3]}?`,
      }),
    );

  it("answer-in-question reports the right choice, and not any choice", () => {
    expect(
      found(
        "answer-in-question",
        asked((at) => at < 30),
      ),
    ).toContain(
      "the only choice whose words stand in the question is right in 30 of the 40 questions",
    );
    expect(
      found(
        "answer-in-question",
        asked((at) => at < 14),
      ),
    ).toBeUndefined();
  });

  it("answer-in-subtitles reads what is said, where it is known", () => {
    const said = asked(() => false).map((sample) => ({
      ...sample,
      subtitles: {
        cues: [{ startSeconds: 0, endSeconds: 1, text: `It is ${colours[sample.answer!]}.` }],
      },
    }));
    expect(found("answer-in-subtitles", said)).toContain("are said in the subtitles");
    expect(
      found(
        "answer-in-subtitles",
        asked(() => true),
      ),
    ).toBeUndefined();
  });
});

it("fair sets are hardly ever reported: once in 1,000 sets by each check", () => {
  const random = seededRandom(1, "fair");
  const words = ["a", "bb", "ccc", "dddd"];
  let reported = 0;
  for (let set = 0; set < 400; set++) {
    const samples = Array.from({ length: 60 }, (_, at) =>
      question(at, {
        choices: words,
        question: `Is it ${words[at % 4]}?`,
        answer: Math.floor(4 * random()),
      }),
    );
    for (const { id } of [...guessChecks, dominantPosition])
      if (found(id, samples) !== undefined) reported++;
  }
  expect(reported).toBeLessThanOrEqual(6);
});
