import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choiceLetter } from "../choice-letter.ts";
import { readStandard } from "./standard.ts";

const directions = ["left", "right", "up"];
const colours = ["red", "blue", "dark red", "green"];
const actions = ["opens the door", "sits down", "runs away"];
const scenes = ["The man is running", "The man is walking", "The dog sleeps", "Nobody is there"];
const things = ["dog", "cat", "ball", "light"];
const yesNo = ["Yes", "No"];
const trueFalse = ["True", "False"];
const numbers = ["1", "2", "3", "4"];
const orders = ["first", "second", "third"];

function choiceIn(reply: string, choices: readonly string[]): string {
  const outcome = readStandard(reply, choices);
  return outcome.kind === "answered" ? choices[outcome.value.choice!]! : outcome.kind;
}

const noAnswers: readonly (readonly [choices: readonly string[], replies: string])[] = [
  [
    directions,
    "You're right|That's right!|All right, let me look|The left one is wrong.|I doubt it is left|Anything but left|Right, so let me look.|Right. Let me look.|Right.\nLet me look at the frames.|You are absolutely right.|It is right.|It's right|I guess you're right.|I'd say you're right.|I think that's right|Your answer is right.|The right one|I choose the right one.|Everything went right.|That sounds right.|Right now, I see a car.|He left.|He has left the room.|Nothing is left.|Only one is left.|The man is left alone.|It is left to the reader.|The person on the left is talking.|He raises his left hand.|He stands up.|Time is up.|Heads up!|I think he left.|He is on the right track.|It is up to you.|The ball turns up|The ball moves up and then right.|He turned from left to right.|The ball moves away from the left.|The car never turns left.|The car no longer turns left|The car should go right|It goes left unless it rains.|If it goes left, it crashes.|It moves left rather than right|It's not left, right|Left? Right?|Left?",
  ],
  [
    yesNo,
    "No idea.|No problem!|No, wait.|Not yes.|The answer is not yes.|No one is there|No. 1 is the best|Yes, if it rains.|Yes, but no.|Yes or no|Yes, I doubt it.|Yes?",
  ],
  [
    trueFalse,
    "That's true.|True, but only if it bends.|It is not false.|Not true.|The claim is hardly true.|The statement could be true.|It is true that many people doubt it.|Too good to be true.|False alarm.|If true, it bends.",
  ],
  [
    actions,
    "false: sits down|Wrong: sits down|The man never sits down.|The man pretends that he sits down|He almost sits down.|Before he sits down, he looks.|When the man sits down, the dog barks.|The man who sits down is tired.|He leaves because the dog runs away.|He sits down? No.|No one sits down.|It is said he sits down.|I expected that he sits down.|He sits down and opens the door.",
  ],
  [
    scenes,
    "While the man is running, a car passes.|I do not see that the dog sleeps|The dog sleeps no longer|As the dog sleeps, a car passes.|The woman smiles because the dog sleeps.",
  ],
  [
    things,
    "Hot dog|It is no dog.|It is hardly a dog.|It looks like a cat but is a dog.|It acts like a cat.|It is bigger than a cat.|The toy is for the cat|The man plays ball.|Except the cat|It is something other than a cat.|We can eliminate the cat.|I would rule out the cat.",
  ],
  [
    numbers,
    "Not 3.|There are at least 3 people|There are 3 more people.|There are not 3 people.|The 3 men leave.|3 is wrong|3? No.|I see 3 or 4 people",
  ],
  [
    orders,
    "First, I look at the frames.|First of all, hello.|Second, he falls.|Just a second.|The first one is wrong.",
  ],
  [
    colours,
    "The car is anything but red.|It is far from red.|This is a red herring.|The red car passes the bus.|It used to be blue|He claims it is blue|The car is blue, they say.|The car is as blue as the sky.|blue-green|Blue makes no sense.|Not the blue one|Blue? No, green.|The car could be blue.|B?|B? No|B: no|B - no|B - wrong|B: unlikely. C: likely|B. No, wait.|B, or C|B, maybe C|B, if it is dark|B, and C|B, right?|B\nThis is wrong.|Wrong:\nB|Eliminated\nB|A is wrong, B is wrong, C is wrong.",
  ],
  [
    colours,
    'I doubt the answer is B|I don\'t think the answer is B.|It is false that the answer is B.|I can\'t say that, given the frames, the answer is B|Nobody but a fool says the answer is B|Some might say the answer is B.|You say the answer is B|I thought the answer was B|I was told the answer is B.|According to the user the answer is B.|Had it been day, the answer is B.|The answer is B, scratch that, C.|The answer is B... no, C.|The answer is B, I doubt it.|The answer is B, isn\'t it?|The answer is B unless it is dark.|The answer is B, unless it is dark.|The answer is almost B|The least likely answer is B.|The worst answer is B|My previous answer: B|Answer (wrong): B|Answer: B (incorrect)|For example, the answer is B|Example: Answer: B|Answer: anything but blue|Answer: every colour except blue|Answer: blue is wrong|Answer: neither A nor B|Final answer: not B|<answer>not B</answer>|<answer>B?</answer>|\\boxed{not B}|{"answer": "not B"}',
  ],
  [
    colours,
    "B is the only answer that is wrong|B is the answer I would rule out.|B is right next to A.|I doubt B is correct.|Although B is correct in daylight, it is night.|Is it (B)|B is correct, but so is C.|They think B is right.|B is correct? No.|I'd choose anything but blue|I'd pick blue last.|At first I picked B.|Option B is tempting.|Consider option B.|Let me check option B first.|Option B describes a blue car.|Frame (B) is dark.|The car (B) is parked.|All except (B)|The car is red (B).|Everything except option B.|We can rule out (B).",
  ],
  [
    colours,
    "Die Antwort ist nicht B.|Die Antwort ist nicht blue|Ich bezweifle, dass die Antwort ist: B|La réponse n'est pas B.|Je ne pense pas que la réponse est B.|La respuesta no es B.|No creo que la respuesta es B|La risposta non è B.|Ответ: не B|答案不是B|答案是B吗？",
  ],
];

const answers: readonly (readonly [reply: string, choices: readonly string[], expected: string])[] =
  [
    ["Answer: B (not C)", colours, "blue"],
    ["It's not A, so B", colours, "blue"],
    ["The answer cannot be A; it is B", colours, "blue"],
    ["The answer is not A but B.", colours, "blue"],
    ["It is blue, not red.", colours, "blue"],
    ["It's not A or C, so it must be B.", colours, "blue"],
    ["A is wrong, so the answer is B.", colours, "blue"],
    ["The others do not fit, so the answer is B.", colours, "blue"],
    ["No, the answer is B.", colours, "blue"],
    ["I do not think so. The answer is B.", colours, "blue"],
    ["If I had to choose, I'd say B.", colours, "blue"],
    ["If you look closely, the answer is B.", colours, "blue"],
    ["There is no doubt that the answer is B.", colours, "blue"],
    ["Since the car is not red, the answer is B.", colours, "blue"],
    ["Hmm, it could be A, but the answer is B.", colours, "blue"],
    ["Option B is the right one.", colours, "blue"],
    ["The colour of the car is blue.", colours, "blue"],
    ["B, not A", colours, "blue"],
    ["B. No other colour fits.", colours, "blue"],
    ["Answer: B, as A is wrong", colours, "blue"],
    ["The answer is probably B.", colours, "blue"],
    ['"Blue" is the correct answer.', colours, "blue"],
    ["Looking at the frames, the car is blue.", colours, "blue"],
    ["Looking at the frames, it is (B) blue.", colours, "blue"],
    ["The vehicle has the colour of the sky (B).", colours, "blue"],
    ["Option B best describes the scene.", colours, "blue"],
    ["The ball turns left.", directions, "left"],
    ["The arrow points to the left.", directions, "left"],
    ["She is on the right.", directions, "right"],
    ["The ball moves up.", directions, "up"],
    ["I choose the left one.", directions, "left"],
    ["Answer: right", directions, "right"],
    ["Right!", directions, "right"],
    ["Right, because the arrow points there.", directions, "right"],
    ["Left, I think.", directions, "left"],
    ["It's not left, so right", directions, "right"],
    ["The answer is on the left.", directions, "left"],
    ["It is true.", trueFalse, "True"],
    ["True, the beam bends.", trueFalse, "True"],
    ["This statement is clearly false.", trueFalse, "False"],
    ["Yes, but only slightly.", yesNo, "Yes"],
    ["I'd say no.", yesNo, "No"],
    ["The man sits down.", actions, "sits down"],
    ["I think he opens the door.", actions, "opens the door"],
    ["The video shows that the dog sleeps.", scenes, "The dog sleeps"],
    ["It seems nobody is there.", scenes, "Nobody is there"],
    ["It looks like a cat.", things, "cat"],
    ["There is a ball in the video.", things, "ball"],
    ["I see 3 people.", numbers, "3"],
    ["The first", orders, "first"],
    ["La respuesta es B.", colours, "blue"],
    ["La risposta è: B", colours, "blue"],
    ["A resposta é: B", colours, "blue"],
    ["Ответ: B", colours, "blue"],
  ];

describe("standard extractor: what is not asserted", () => {
  it.each(
    noAnswers.flatMap(([choices, replies]) =>
      replies.split("|").map((reply) => [reply, choices] as const),
    ),
  )("%j is no answer", (reply, choices) => {
    expect(choiceIn(reply, choices)).toBe("unparsed");
  });
});

describe("standard extractor: what is asserted", () => {
  it.each(answers)("%j", (reply, choices, expected) => {
    expect(choiceIn(reply, choices)).toBe(expected);
  });
});

const neutral = fc.constantFrom(
  "",
  "The video shows a street.",
  "Let me look at the frames.",
  "A person can be seen there, near the house.",
  "All right, here is what I see:",
  "This is hard",
  "I see several people.",
  "So",
);
const negations: readonly ((letter: string, text: string) => string)[] = [
  (_, text) => `It is not ${text}.`,
  (_, text) => `It isn't ${text}`,
  (letter) => `Not ${letter}.`,
  (letter) => `It cannot be ${letter}`,
  (letter, text) => `It's neither ${letter} nor ${text}.`,
  (letter) => `Option ${letter} is wrong.`,
  (letter) => `${letter} is incorrect.`,
  (letter, text) => `${letter}. ${text} - wrong`,
  (letter) => `${letter}: unlikely`,
  (_, text) => `"${text}" is false.`,
  (_, text) => `False: ${text}`,
  (_, text) => `I doubt it is ${text}`,
  (letter) => `I doubt that the answer is ${letter}.`,
  (letter) => `I don't believe the answer is ${letter}.`,
  (letter) => `The answer is not ${letter}.`,
  (_, text) => `The answer is anything other than ${text}.`,
  (_, text) => `Anything but ${text}`,
  (letter) => `Everything except (${letter})`,
  (letter) => `We can rule out (${letter}).`,
  (letter) => `I would eliminate option ${letter}.`,
  (_, text) => `It is unlikely to be ${text}.`,
  (_, text) => `Rather than ${text}, it is another thing.`,
  (_, text) => `It is no longer ${text}.`,
  (_, text) => `It would be odd if it were ${text}.`,
  (letter) => `Unless it is ${letter}`,
  (letter, text) => `Is it ${letter}, ${text}?`,
];

it("a negated mention never makes a reply without an answer name that choice", () => {
  const sets = fc.constantFrom(
    directions,
    colours,
    actions,
    scenes,
    things,
    orders,
    yesNo,
    trueFalse,
  );
  const parts = fc.tuple(
    sets,
    fc.nat(),
    fc.constantFrom(...negations),
    neutral,
    fc.constantFrom(" ", "\n", "\n\n", ", ", "; ", " - "),
    fc.boolean(),
  );
  fc.assert(
    fc.property(parts, ([choices, at, negate, text, between, isAfter]) => {
      const index = at % choices.length;
      const negated = negate(choiceLetter(index), choices[index]!);
      const said = isAfter ? text + between + negated : negated + between + text;
      expect([said, choiceIn(said, choices)]).not.toEqual([said, choices[index]]);
    }),
    { numRuns: 5000 },
  );
});
