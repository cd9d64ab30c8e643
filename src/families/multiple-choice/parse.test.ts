import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Outcome, outcomeKinds } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { choiceLetter } from "./choice-letter.ts";
import { extractors, readReply } from "./parse.ts";
import type { ChoicePrediction } from "./schema.ts";

const choiceOf = (outcome: Outcome<ChoicePrediction>) =>
  outcome.kind === "answered" ? outcome.value.choice : outcome.kind;

describe("readReply", () => {
  it("reads by the standard extractor unless told otherwise", () => {
    expect(readReply("Answer: B", ["red", "blue"])).toEqual(
      readReply("Answer: B", ["red", "blue"], { extractor: "standard" }),
    );
    expect(choiceOf(readReply("Answer: B", ["red", "blue"], { extractor: "strict" }))).toBe(
      "unparsed",
    );
  });

  it("names the extractors when it is asked for one that does not exist", () => {
    expect(() => readReply("B", ["red", "blue"], { extractor: "strikt" })).toThrow(UserError);
  });
});

describe("strict extractor", () => {
  const choices = ["Yes", " no ", "X axis", "NO"];
  it.each([
    ["yes", 0],
    ["  YES  \r\nbecause", 0],
    ["\n\nx AXIS", 2],
    ["No", 1],
    ["Yes.", "unparsed"],
    ["- Yes", "unparsed"],
    ["Answer: Yes", "unparsed"],
    ["**Yes**", "unparsed"],
    ['"Yes"', "unparsed"],
    ["A", "unparsed"],
    ["because\nYes", "unparsed"],
    ["", "unparsed"],
  ] as const)("reads %j as %j", (reply, expected) => {
    expect(choiceOf(readReply(reply, choices, { extractor: "strict" }))).toBe(expected);
  });

  it("keeps the other lines as the explanation", () => {
    expect(readReply(" Yes \n It moves. \n\n Twice. ", choices, { extractor: "strict" })).toEqual({
      kind: "answered",
      value: { choice: 0, rule: "verbatim", explanation: "It moves. \n\n Twice." },
    });
    expect(readReply("Yes", choices, { extractor: "strict" })).toEqual({
      kind: "answered",
      value: { choice: 0, rule: "verbatim" },
    });
  });
});

describe("seesim-pilot extractor", () => {
  it.each([
    ["True", 0, "word"],
    ["It is FALSE.", 1, "word"],
    ["untrue", 0, "word"],
    ["true or false", 0, "first-letter"],
    ["false, not true", 1, "first-letter"],
    ["t", 0, "first-letter"],
    ["F.", 1, "first-letter"],
    ["not so", 0, "any-letter"],
    ["if", 1, "any-letter"],
    ["either false or true", "unparsed", ""],
    ["no", "unparsed", ""],
    ["", "unparsed", ""],
  ] as const)("reads %j as %j by %j", (reply, expected, rule) => {
    const outcome = readReply(reply, ["True", "False"], { extractor: "seesim-pilot" });
    expect(choiceOf(outcome)).toBe(expected);
    if (outcome.kind === "answered") expect(outcome.value.rule).toBe(rule);
  });

  it("finds true and false wherever they stand, and reads no other choices", () => {
    expect(
      choiceOf(readReply("true", ["maybe", "FALSE", "true"], { extractor: "seesim-pilot" })),
    ).toBe(2);
    expect(readReply("true", ["Yes", "No"], { extractor: "seesim-pilot" })).toMatchObject({
      kind: "unparsed",
    });
  });
});

/** Pieces of real replies in any order find more than random characters do. */
const piece = fc.constantFrom(
  ...'Answer: |The correct answer is |final answer|not |**|`|\\boxed{|}|<think>|</think>|<answer>|</answer>|(|)|A|B|C|D. |I |a |red|blue|dark red|, |. |\n|\r\n|and |or |{"answer": "|"}|“|×|Ｂ|option |is correct|because |cannot tell|- |3|0.5|$|[|]|答案'.split(
    "|",
  ),
  " ",
);
const reply = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
);
const text = fc.oneof(
  fc.constantFrom(
    "red",
    "blue",
    "dark red",
    "Yes",
    "No",
    "3",
    "0.5",
    "A",
    "b",
    "The red",
    "None of these",
    "2 × 3",
    "...",
    "",
  ),
  fc.string({ maxLength: 12 }),
);
const manyChoices = fc.array(text, { minLength: 2, maxLength: 40 });

describe("every extractor", () => {
  it.each(extractors.map(({ id }) => id))(
    "%s gives a valid choice or none, whatever it reads",
    (id) => {
      fc.assert(
        fc.property(reply, manyChoices, (said, choices) => {
          const outcome = readReply(said, choices, { extractor: id });
          if (outcome.kind !== "answered") {
            expect(outcome.reason).not.toBe("");
            return;
          }
          expect(outcome.value.choice).toBeGreaterThanOrEqual(0);
          expect(outcome.value.choice).toBeLessThan(choices.length);
          expect(Number.isInteger(outcome.value.choice)).toBe(true);
          expect(outcome.value.rule).toMatch(/^[a-z-]+$/);
        }),
        { numRuns: 2000 },
      );
    },
  );
});

describe("standard extractor", () => {
  it("agrees with strict wherever strict reads a choice", () => {
    const followed = fc.tuple(
      manyChoices,
      fc.nat(39),
      fc.constantFrom("", "\n", "\r\n"),
      reply,
      fc.boolean(),
    );
    fc.assert(
      fc.property(followed, ([choices, index, end, rest, isUpper]) => {
        const choice = choices[index % choices.length]!;
        const said = `${isUpper ? choice.toUpperCase() : choice}${end}${end === "" ? "" : rest}`;
        const strict = readReply(said, choices, { extractor: "strict" });
        if (strict.kind === "answered")
          expect(choiceOf(readReply(said, choices, { wanted: "text" }))).toBe(strict.value.choice);
      }),
      { numRuns: 1000 },
    );
  });

  const lettered = ["B", "C", "D", "A"];

  it.each([
    ["D", 3],
    ["d", 3],
    ["(D)", 3],
    ["D.", 3],
    ["Answer: D", 3],
    ["The answer is D.", 3],
    ["D. A", 3],
    ["D\nIt is the last one.", 3],
    ["D because it is the last", 3],
    ["<answer>D</answer>", 3],
    ['{"answer": "D"}', 3],
    ["D. B", "unparsed"],
  ])(
    "reads the letter %j of choices that are letters themselves as a place, where letters were asked for",
    (said, choice) => {
      expect(choiceOf(readReply(said, lettered))).toBe(choice);
    },
  );

  it("reads it as the text of such a choice where texts were asked for, and as OpenSeeSimE does by its own reading", () => {
    for (const said of ["D", "Answer: D"])
      expect(choiceOf(readReply(said, lettered, { wanted: "text" })), said).toBe(2);
    expect(choiceOf(readReply("D", lettered, { extractor: "strict" }))).toBe(2);
  });

  it("reads a letter that no choice has as the text it is", () => {
    expect(choiceOf(readReply("Y", ["X", "Y", "Z"]))).toBe(1);
    expect(choiceOf(readReply("I", ["I", "II", "III"]))).toBe(0);
  });

  it.each([
    ":C",
    "：C",
    "答：C",
    "答: C",
    ">C",
    "> C",
    "Answers: C",
    "Correct answers: C",
    "Answer(s): C",
    "Final answer(s): C",
  ])("reads %j", (said) => {
    expect(choiceOf(readReply(said, ["red", "blue", "green"]))).toBe(2);
  });

  it.each([
    [">5", ["<5", "5", ">5"], 2],
    [": 5", ["<5", "5", ">5"], "unparsed"],
    ["She answers: C and leaves", ["red", "blue", "green"], "unparsed"],
  ])("takes no more than marks off: %j", (said, choices, choice) =>
    expect(choiceOf(readReply(said, choices))).toBe(choice),
  );

  const wordy = [
    "the door opens",
    "the light goes on",
    "a bell rings",
    "someone speaks",
    "nothing happens",
  ];
  const decorations: readonly ((letter: string, choice: string) => string)[] = [
    (letter) => letter,
    (letter) => letter.toLowerCase(),
    (letter) => `(${letter})`,
    (letter) => `${letter}.`,
    (letter) => `**${letter}**`,
    (letter) => `\`${letter}\``,
    (letter) => `“${letter}”`,
    (letter) => `- ${letter}`,
    (letter) => `\\boxed{${letter}}`,
    (letter) => `{"answer": "${letter}"}`,
    (letter) => `<answer>${letter}</answer>`,
    (letter) => `<think>perhaps A, B, C, D or E</think>${letter}`,
    (letter) => `Answer: ${letter}`,
    (letter) => `**Final Answer:** ${letter}`,
    (letter) => `The correct answer is (${letter}).`,
    (letter) => `**A**nswer: ${letter}`,
    (letter) => `Option ${letter}`,
    (letter) => `${letter} is the correct answer.`,
    (letter) => `I would go with ${letter}.`,
    (letter) => `${letter}, because it is seen.`,
    (letter, choice) => `${letter}. ${choice}`,
    (letter, choice) => `(${letter}) ${choice}.`,
    (letter, choice) => `Answer: ${letter}) "${choice}"`,
    (letter, choice) => `${choice} (${letter})`,
  ];
  const surroundings: readonly ((said: string) => string)[] = [
    (said) => said,
    (said) => ` ${said} `,
    (said) => `\n\n${said}\r\n`,
    (said) => `${said}<|im_end|>`,
    (said) => `<think></think>\n${said}`,
  ];

  it("reads a letter alike in every decoration", () => {
    for (const [index, choice] of wordy.entries()) {
      for (const decorate of decorations) {
        for (const surround of surroundings) {
          const said = surround(decorate(choiceLetter(index), choice));
          expect([said, choiceOf(readReply(said, wordy))]).toEqual([said, index]);
        }
      }
    }
  });

  it("reads a letter that names no choice as none", () => {
    for (const decorate of decorations)
      expect(choiceOf(readReply(decorate("F", "the cat jumps"), wordy))).toBe("unparsed");
  });

  it("finds the same text in whatever order the choices stand", () => {
    const phrases = fc.constantFrom<readonly ((choice: string) => string)[]>([
      (choice) => choice,
      (choice) => `${choice.toUpperCase()}.`,
      (choice) => `Answer: "${choice}"`,
      (choice) => `I think ${choice}`,
      (choice) => `${choice}, because it is seen`,
      (choice) => `\\boxed{${choice}}`,
      (choice) => `It is not so that ${choice}`,
    ]);
    const order = fc.shuffledSubarray(wordy, { minLength: 2 });
    fc.assert(
      fc.property(order, order, phrases, (offered, named, forms) => {
        for (const form of forms) {
          const said = form(named[0]!);
          const [straight, turned] = [offered, offered.toReversed()].map((choices) => {
            const choice = choiceOf(readReply(said, choices));
            return typeof choice === "number" ? choices[choice] : choice;
          });
          expect([said, turned]).toEqual([said, straight]);
          if (typeof straight === "string" && wordy.includes(straight))
            expect(straight).toBe(named[0]);
        }
      }),
    );
  });

  it("ends with long replies that repeat one thing, which catastrophic backtracking would not", () => {
    for (const part of [
      "(",
      '"',
      " ",
      "\t",
      "{",
      "*",
      "<answer>",
      "\\boxed{",
      "answer is ",
      "A, ",
      "red ",
      "not ",
    ]) {
      const text = `B ${part.repeat(60_000 / part.length)} x`;
      expect(outcomeKinds).toContain(readReply(text, ["red", "blue"]).kind);
    }
  });
});
