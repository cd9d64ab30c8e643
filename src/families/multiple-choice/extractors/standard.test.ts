import { describe, expect, it } from "vitest";
import { choiceLetter } from "../choice-letter.ts";
import { readStandard, standardRules } from "./standard.ts";

const colours = ["red", "blue", "dark red", "green"];
const people = ["The man is running", "The man is walking", "The dog sleeps", "Nobody is there"];
const yesNo = ["Yes", "No"];
const trueFalse = ["True", "False"];
const numbers = ["1", "2", "3", "4"];
const speeds = ["5 m/s", "1.5 m/s", "15 m/s", "about 2 × 10 m/s"];
const nine = ["ant", "bee", "cow", "deer", "eel", "fox", "goat", "hare", "ibex"];
const letters = ["C", "A", "B"];
const twins = ["scarf", "cap", "Scarf"];

/**
 * Reply, choices, what it says (a letter, or how there is none), and the rule or a part of the
 * reason.
 */
type Case = readonly [reply: string, choices: readonly string[], expected: string, by: string];

const lettersAlone: readonly Case[] = [
  ["B", colours, "B", "own-line"],
  ["b", colours, "B", "own-line"],
  ["a", colours, "A", "own-line"],
  ["A", people, "A", "own-line"],
  [" B \n", colours, "B", "own-line"],
  ["B\r\n", colours, "B", "own-line"],
  ["(B)", colours, "B", "own-line"],
  ["[B]", colours, "B", "own-line"],
  ["B.", colours, "B", "own-line"],
  ["B)", colours, "B", "own-line"],
  ["B:", colours, "B", "own-line"],
  ["**B**", colours, "B", "own-line"],
  ["**B.**", colours, "B", "own-line"],
  ["*B*", colours, "B", "own-line"],
  ["_B_", colours, "B", "own-line"],
  ["`B`", colours, "B", "own-line"],
  ["```\nB\n```", colours, "B", "own-line"],
  ['"B"', colours, "B", "own-line"],
  ["'B'", colours, "B", "own-line"],
  ["“B”", colours, "B", "own-line"],
  ["- B", colours, "B", "own-line"],
  ["• B", colours, "B", "own-line"],
  ["> B", colours, "B", "own-line"],
  ["### B", colours, "B", "own-line"],
  ["<b>B</b>", colours, "B", "own-line"],
  ["$B$", colours, "B", "own-line"],
  ["\\(B\\)", colours, "B", "own-line"],
  ["\\text{B}", colours, "B", "own-line"],
  ["Ｂ", colours, "B", "own-line"],
  ["（Ｂ）", colours, "B", "own-line"],
  ["Ⓑ", colours, "B", "own-line"],
  ["🅱️", colours, "B", "own-line"],
  ["\u00a0B\u200b", colours, "B", "own-line"],
  ["Option B", colours, "B", "own-line"],
  ["option (b).", colours, "B", "own-line"],
  ["So, B.", colours, "B", "own-line"],
  ["B<|im_end|>", colours, "B", "own-line"],
  ["B</s>", colours, "B", "own-line"],
  ['["B"]', colours, "B", "own-line"],
  ["✅ B", colours, "B", "own-line"],
  ["I", nine, "I", "own-line"],
  ["B ✅", colours, "B", "own-line"],
  ["1. B", colours, "B", "own-line"],
  ["2. B", colours, "B", "own-line"],
  ["3. B", colours, "unparsed", "no choice can be read"],
  ["A: B", colours, "unparsed", "no choice can be read"],
  ["C: B", colours, "unparsed", "named together"],
  ["E", colours, "unparsed", "no choice can be read"],
  ["BC", colours, "unparsed", "no choice can be read"],
];

const textsAlone: readonly Case[] = [
  ["blue", colours, "B", "verbatim"],
  ["BLUE", colours, "B", "verbatim"],
  ["blue\nThe sky shows it.", colours, "B", "verbatim"],
  ["blue.", colours, "B", "own-line"],
  ['"blue"', colours, "B", "own-line"],
  ["“Blue.”", colours, "B", "own-line"],
  ["- blue", colours, "B", "own-line"],
  ["**blue**", colours, "B", "own-line"],
  ["the man  is\u00a0walking!", people, "B", "own-line"],
  ["A man is running.", people, "A", "own-line"],
  ["a red car", ["blue car", "green car", "red car"], "C", "own-line"],
  ["A red car", ["red bus", "blue car", "red car"], "C", "own-line"],
  ["yes.", yesNo, "A", "own-line"],
  ["NO!", yesNo, "B", "own-line"],
  ["about 2 x 10 m/s", speeds, "D", "own-line"],
  ["about 2x10 m/s", speeds, "D", "own-line"],
  ["$about 2 \\times 10 m/s$", speeds, "D", "own-line"],
  ["x-axis", ["X axis", "Y axis"], "A", "own-line"],
  ["it’s raining", ["It's snowing", "It's raining"], "B", "own-line"],
  ["5–6 cm", ["4-5 cm", "5-6 cm"], "B", "own-line"],
  ["1. Yes\n2. The beam bends.", yesNo, "A", "own-line"],
  ["1. No\n2. The beam holds.", yesNo, "B", "own-line"],
  ["2. Yes", yesNo, "unparsed", "no choice can be read"],
  ["3", numbers, "C", "verbatim"],
  ["A", letters, "A", "own-line"],
  ["scarf", twins, "A", "verbatim"],
  ["purple", colours, "unparsed", "no choice can be read"],
];

const lettersWithText: readonly Case[] = [
  ["B. blue", colours, "B", "own-line"],
  ["B) blue", colours, "B", "own-line"],
  ["(B) blue", colours, "B", "own-line"],
  ["B, a play", ["a party", "a play"], "B", "own-line"],
  ["(b) Blue.", colours, "B", "own-line"],
  ["B: blue", colours, "B", "own-line"],
  ["B - blue", colours, "B", "own-line"],
  ["B — blue", colours, "B", "own-line"],
  ["B blue", colours, "B", "own-line"],
  ["**B.** blue", colours, "B", "own-line"],
  ['B. "blue"', colours, "B", "own-line"],
  ["blue (B)", colours, "B", "own-line"],
  ["blue (option B).", colours, "B", "own-line"],
  ["C. dark red", colours, "C", "own-line"],
  ["B. The man is walking\nHe moves slowly.", people, "B", "own-line"],
  ["B) red", colours, "unparsed", "named together"],
  ["red (B)", colours, "unparsed", "named together"],
  ["B. The car is red", colours, "unparsed", "named together"],
  ["B. Its colour is clearly blue", colours, "B", "leading"],
  ["B. He walks along the road", people, "B", "leading"],
  ["(B) he walks along the road", people, "B", "leading"],
  ["B, because the sky is visible.", colours, "B", "leading"],
  ["B because the car is not red", colours, "B", "leading"],
  ["A because it is so.", colours, "A", "leading"],
  ["B because red would look darker", colours, "B", "leading"],
  ["A) No, it does not", yesNo, "unparsed", "named together"],
  ["B; see the second frame", colours, "B", "leading"],
  ["B (90 % sure)", colours, "B", "leading"],
  ["B (red)", colours, "unparsed", "named together"],
  ["A. red is incorrect. B. blue is correct.", colours, "unparsed", "rule it out"],
  ["A) crimson B) azure", colours, "unparsed", "named together"],
  ["B. plan A) and so on", people, "unparsed", "named together"],
  ["A: He walks along the road", people, "unparsed", "no choice can be read"],
  ["B.He walks along the road", people, "B", "leading"],
];

const stated: readonly Case[] = [
  ["Answer: B", colours, "B", "stated-answer"],
  ["answer : b", colours, "B", "stated-answer"],
  ["ANSWER IS B", colours, "B", "stated-answer"],
  ["Ans: B", colours, "B", "stated-answer"],
  ["**Answer:** B", colours, "B", "stated-answer"],
  ["**A**nswer: D", colours, "D", "stated-answer"],
  ["Answer: B. blue", colours, "B", "stated-answer"],
  ["Answer: blue", colours, "B", "stated-answer"],
  ["Answer:\n\nB. blue", colours, "B", "own-line"],
  ["Answer:\nB\nThe car is blue.", colours, "B", "stated-answer"],
  ["Answer: The correct answer is B", colours, "B", "stated-answer"],
  ["The correct answer is (B).", colours, "B", "stated-answer"],
  ["The correct answer is **B**.", colours, "B", "stated-answer"],
  ["The correct option is: D", colours, "D", "stated-answer"],
  ["Correct Option: D", colours, "D", "stated-answer"],
  ["The best choice would be option C.", colours, "C", "stated-answer"],
  ["The answer to the question is B.", colours, "B", "stated-answer"],
  ["The answer is B because the car is blue.", colours, "B", "stated-answer"],
  ["The answer is B, not A.", colours, "B", "stated-answer"],
  ['The answer is "dark red".', colours, "C", "stated-answer"],
  ["The answer is a dark red.", colours, "C", "stated-answer"],
  ["The answer is clearly the one that shows green.", colours, "D", "stated-answer"],
  ["Answer → B", colours, "B", "stated-answer"],
  ["Answer - B", colours, "B", "stated-answer"],
  ["[Answer] B", colours, "B", "stated-answer"],
  ["【答案】B", colours, "B", "stated-answer"],
  ["Response: B", colours, "B", "stated-answer"],
  ["Conclusion: the car looks blue", colours, "B", "stated-answer"],
  ["Answer with explanation: B, as the sky shows.", colours, "B", "stated-answer"],
  ["I am not sure, but the answer is B.", colours, "B", "stated-answer"],
  ["Answer:\n$$\nB\n$$", colours, "B", "own-line"],
  ["答案：B", colours, "B", "stated-answer"],
  ["正确答案是 C", colours, "C", "stated-answer"],
  ["Die Antwort ist B.", colours, "B", "stated-answer"],
  ["La réponse est : B", colours, "B", "stated-answer"],
  ["The frames show a car.\nIt is parked.\nSo the answer is D.", colours, "D", "stated-answer"],
  ["If the answer is A, it would shine. The answer is D.", colours, "D", "stated-answer"],
  ["A. red\nB. blue\nC. dark red\nD. green\n\nAnswer: C", colours, "C", "stated-answer"],
  ["Option B is correct because A is not.", colours, "B", "named-correct"],
  ["I believe (C) is the right answer.", colours, "C", "named-correct"],
  ["B best describes the scene.", colours, "B", "named-correct"],
  ["I'd go with option C.", colours, "C", "chosen"],
  ["I choose B", colours, "B", "chosen"],
  ["It's not A, so B", colours, "B", "contrast"],
  ["The answer cannot be A; it is B", colours, "B", "contrast"],
  ["It's not A, B", colours, "unparsed", "no choice can be read"],
  ["It's not A, so A", colours, "unparsed", "no choice can be read"],
  ["It's not A, so B or C", colours, "unparsed", "no choice can be read"],
  ["I would say blue.", colours, "B", "chosen"],
  ["B is my answer", colours, "B", "named-correct"],
  ["Choose B", colours, "B", "stated-answer"],
  ["My answer is the following: C", colours, "C", "stated-answer"],
  ["The answer is C. However, some may argue A.", colours, "C", "stated-answer"],
  ["Answer: A. Explanation: B is wrong.", colours, "A", "stated-answer"],
  ["Answer: A) red B) blue", colours, "unparsed", "named together"],
  ["Between A and B, I choose B.", colours, "B", "chosen"],
  ["I would not choose B.", colours, "unparsed", "no choice can be read"],
  ["The correct answer is not listed.", colours, "unparsed", "none of the choices"],
  ["Answer: none of the above", ["red", "None of the above"], "B", "stated-answer"],
  ["Answer: 2", numbers, "B", "stated-answer"],
  ["The answer is no.", yesNo, "B", "stated-answer"],
  ["The answer is No, there is no crack.", yesNo, "B", "stated-answer"],
  ["The answer is not B.", colours, "unparsed", "none of the choices"],
  ["The answer is not the one that shows green.", colours, "unparsed", "none of the choices"],
  ["The answer is A or B.", colours, "unparsed", "several choices"],
  ["The answer is A or B.\nThe answer is B.", colours, "unparsed", "several choices"],
  ["The answer is both A and C", colours, "unparsed", "several choices"],
  ["The answer is A. Wait, no. The answer is B.", colours, "unparsed", "taken back"],
  ["B\n\nThe answer is C.", colours, "unparsed", "several choices"],
  ["Answer: E", colours, "unparsed", "none of the choices"],
  ["Answer: purple. I see a red car.", colours, "unparsed", "none of the choices"],
  ["Answer: B. red", colours, "unparsed", "named together"],
  ["The wrong answer is B.", colours, "unparsed", "no choice can be read"],
  ["The answer is D? No, it is B", colours, "unparsed", "none of the choices"],
  ["Neither A nor B is correct.", colours, "unparsed", "no choice can be read"],
  ["None of A, B or C is correct", colours, "unparsed", "no choice can be read"],
];

const many = Array.from({ length: 1000 }, (_, index) => `thing number ${index}`);

const manyChoices: readonly Case[] = [
  ["B", many, "B", "own-line"],
  ["AB", many, "AB", "own-line"],
  ["**AB.**", many, "AB", "own-line"],
  ["(AB)", many, "AB", "own-line"],
  ["ALL", many, "unparsed", "no choice can be read"],
  ["(ALL)", many, "ALL", "own-line"],
  ["ab", many, "unparsed", "no choice can be read"],
  ["AB", colours, "unparsed", "no choice can be read"],
  ["NO", many, "unparsed", "no choice can be read"],
  ["AB\nThe thing is seen.", many, "unparsed", "no choice can be read"],
  ["(AB)\nThe thing is seen.", many, "AB", "own-line"],
  ["AB. thing number 27", many, "AB", "own-line"],
  ["AB. thing number 28", many, "unparsed", "named together"],
  ["AB, because it is seen", many, "unparsed", "no choice can be read"],
  ["(AB), because it is seen", many, "AB", "leading"],
  ["Answer: AB", many, "AB", "stated-answer"],
  ["Answer: AB, because it is seen", many, "AB", "stated-answer"],
  ["Answer: NO", many, "unparsed", "none of the choices"],
  ["The answer is option AB.", many, "AB", "stated-answer"],
  ["I choose AB", many, "AB", "chosen"],
  ["AB is the correct answer.", many, "AB", "named-correct"],
  ["This looks like option AB to me.", many, "AB", "named-option"],
  ["It's not AA, so AB", many, "AB", "contrast"],
  ["AA or AB", many, "unparsed", "several choices"],
  ["\\boxed{AB}", many, "AB", "boxed"],
  ['{"answer": "AB"}', many, "AB", "json"],
  ["Answer: ZZZ", many, "unparsed", "none of the choices"],
];

const explicit: readonly Case[] = [
  ["\\boxed{B}", colours, "B", "boxed"],
  ["$\\boxed{\\text{B}}$", colours, "B", "boxed"],
  ["The answer is $\\boxed{B. blue}$.", colours, "B", "boxed"],
  ["First \\boxed{A}, then \\boxed{B}", colours, "unparsed", "several choices"],
  ["\\boxed{purple}", colours, "unparsed", "none of the choices"],
  ['{"answer": "B"}', colours, "B", "json"],
  ['```json\n{"answer": "blue", "confidence": 0.9}\n```', colours, "B", "json"],
  ['{"reasoning": "the car is red?", "final_answer": "(B)"}', colours, "B", "json"],
  ["{'answer': 'B'}", colours, "B", "json"],
  ['{"answer": ["B"]}', colours, "B", "json"],
  ['{"answer": 3}', numbers, "C", "json"],
  ['{"answer": 1}', colours, "unparsed", "none of the choices"],
  ['{"answer": "B", "choice": "red"}', colours, "unparsed", "several choices"],
  ['{"answer": true}', trueFalse, "A", "json"],
  ["<answer>B</answer>", colours, "B", "answer-tag"],
  ["<answer>\nB. blue\n</answer>", colours, "B", "answer-tag"],
  ["<answer>The answer is B</answer> as A is wrong", colours, "B", "answer-tag"],
  ["The car shines. <answer>blue", colours, "B", "answer-tag"],
  ["<answer>purple</answer> B", colours, "unparsed", "none of the choices"],
  ["Initial answer: A. After more thought, final answer: B", colours, "B", "final-answer"],
  ["### Final Answer\n\nB", colours, "B", "final-answer"],
  ["**Final Answer: (C) dark red**", colours, "C", "final-answer"],
  ["My final answer is D.", colours, "D", "final-answer"],
];

const thoughts: readonly Case[] = [
  ["<think>It could be A. The answer is A.</think>\nB", colours, "B", "own-line"],
  ["<think>\n\n</think>\n\nB. blue", colours, "B", "own-line"],
  ["<thinking>A?</thinking>The answer is B.", colours, "B", "stated-answer"],
  ["<reasoning>A</reasoning><answer>B</answer>", colours, "B", "answer-tag"],
  ["perhaps A</think>C", colours, "C", "own-line"],
  ["A <think>hm</think> B </think> C", colours, "C", "own-line"],
  ["◁think▷A◁/think▷B", colours, "B", "own-line"],
  ["[THINK]A[/THINK]B", colours, "B", "own-line"],
  ["<|begin_of_thought|>A<|end_of_thought|>B", colours, "B", "own-line"],
  [
    "<|channel|>analysis<|message|>A<|end|><|start|>assistant<|channel|>final<|message|>B",
    colours,
    "B",
    "own-line",
  ],
  ["<think>outer <think>inner A</think> still</think>D", colours, "D", "own-line"],
  ["<think>It is B. The answer is B", colours, "truncated", "inside a thought"],
  ["<|channel|>analysis<|message|>The answer is B", colours, "truncated", "inside a thought"],
  ["<think>The answer is B.</think>", colours, "unparsed", "thoughts but no answer"],
];

const prose: readonly Case[] = [
  ["Yes, there is no damage.", yesNo, "A", "leading"],
  ["No, the beam holds.", yesNo, "B", "leading"],
  ["Yes - it bends.", yesNo, "A", "leading"],
  ["No, I cannot see the video.", yesNo, "unparsed", "no choice can be read"],
  ["A. It shows a crimson thing\nB. It shows a sky tone", colours, "unparsed", "several choices"],
  ["No damage is visible", yesNo, "unparsed", "no choice can be read"],
  ["Yes it does", yesNo, "A", "leading"],
  ["No there is a crack", yesNo, "B", "leading"],
  ["Yes and no.", yesNo, "unparsed", "no choice can be read"],
  ["Yes, no, maybe.", yesNo, "unparsed", "several choices"],
  ["The man is walking, not running.", people, "B", "leading"],
  ["The statement is true.", trueFalse, "A", "asserted-text"],
  ["The statement is not true.", trueFalse, "unparsed", "rule it out"],
  ["True or false, who knows.", trueFalse, "unparsed", "several choices"],
  ["Red, green and blue are all there.", colours, "unparsed", "several choices"],
  ["The car is dark red.", colours, "C", "asserted-text"],
  ["It is either red or blue", colours, "unparsed", "several choices"],
  ["The car is not red.", colours, "unparsed", "rule it out"],
  ["If the car were red, it would shine.", colours, "unparsed", "rule it out"],
  ["Is it red?", colours, "unparsed", "rule it out"],
  ["Red? I am not sure.", colours, "unparsed", "no choice can be read"],
  ["It looks blue, but I am not sure.", colours, "unparsed", "no choice can be read"],
  ["Could it be option B? Maybe.", colours, "unparsed", "rule it out"],
  ["I think the man is running", people, "A", "asserted-text"],
  ["A man is seen; I see him well.", people, "unparsed", "no choice can be read"],
  ["I see a car.", nine, "unparsed", "no choice can be read"],
  ["I, as a model, see a car.", nine, "unparsed", "no choice can be read"],
  ["A car drives by.", colours, "unparsed", "no choice can be read"],
  ["Not B.", colours, "unparsed", "no choice can be read"],
  ["A, C", colours, "unparsed", "several choices"],
  ["A and C", colours, "unparsed", "several choices"],
  ["B/D", colours, "unparsed", "several choices"],
  ["This looks like option B to me.", colours, "B", "named-option"],
  ["Looking at the frames, it must be (C) here.", colours, "C", "named-option"],
  ["Options A and B both fit.", colours, "unparsed", "several choices"],
  ["Option A is wrong.", colours, "unparsed", "rule it out"],
  ["Option A is wrong. This looks like option B to me.", colours, "B", "named-option"],
  ["Options:\nA. red\nB. blue\nC. dark red\nD. green", colours, "unparsed", "lines of their own"],
  ["There are 3 people.", numbers, "C", "stated-number"],
  ["In frame 2 there are 3 people", numbers, "unparsed", "no choice can be read"],
  ["In frame 3 the man falls", numbers, "unparsed", "no choice can be read"],
  ["Option 2", numbers, "unparsed", "no choice can be read"],
  ["There are 3.5 of them", numbers, "unparsed", "no choice can be read"],
  ["It moves at 1.5 m/s.", speeds, "B", "asserted-text"],
  ["It moves at 0.5 m/s.", speeds, "unparsed", "no choice can be read"],
  [
    "I cannot determine the colour. Option B mentions blue.",
    colours,
    "unparsed",
    "no choice can be read",
  ],
  ["I'm sorry, but I can't help with that.", colours, "unparsed", "no choice can be read"],
  ["", colours, "unparsed", "empty"],
  [" \r\n\t", colours, "unparsed", "empty"],
  ["…", colours, "unparsed", "no choice can be read"],
];

const isLetter = (expected: string) => /^[A-Z]+$/.test(expected);

function said(reply: string, choices: readonly string[]): readonly [string, string] {
  const outcome = readStandard(reply, choices);
  if (outcome.kind !== "answered") return [outcome.kind, outcome.reason];
  return [choiceLetter(outcome.value.choice!), outcome.value.rule!];
}

describe.each([
  ["letters alone", lettersAlone],
  ["texts alone", textsAlone],
  ["letters with text", lettersWithText],
  ["stated answers", stated],
  ["more than 26 choices", manyChoices],
  ["explicit marks", explicit],
  ["thoughts", thoughts],
  ["prose", prose],
] as const)("standard extractor: %s", (_, cases) => {
  it.each(
    cases.map(
      ([reply, choices, expected, by]) =>
        [JSON.stringify(reply), expected, by, reply, choices] as const,
    ),
  )("%s → %s by %s", (_name, expected, by, reply, choices) => {
    const [what, how] = said(reply, choices);
    expect([what, how]).toEqual([expected, isLetter(expected) ? by : expect.stringContaining(by)]);
  });
});

describe("standard extractor", () => {
  it("has every rule in the table above, and no other", () => {
    const all = [
      lettersAlone,
      textsAlone,
      lettersWithText,
      stated,
      explicit,
      thoughts,
      prose,
    ].flat();
    const seen = new Set(all.flatMap(([, , expected, by]) => (isLetter(expected) ? [by] : [])));
    expect([...seen].sort()).toEqual([...standardRules].sort());
  });

  it("keeps what stands below an answer on the first line as the explanation, and nothing else", () => {
    expect(readStandard("Answer: B\r\n\r\nThe car is blue.", colours)).toMatchObject({
      value: { choice: 1, explanation: "The car is blue." },
    });
    expect(readStandard("<think>A</think>B. blue\nSeen in frame 2.", colours)).toMatchObject({
      value: { explanation: "Seen in frame 2." },
    });
    expect(readStandard("The car shines.\nAnswer: B", colours)).toEqual({
      kind: "answered",
      value: { choice: 1, rule: "stated-answer" },
    });
  });
});
