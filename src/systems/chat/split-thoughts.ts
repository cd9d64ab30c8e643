/** A reply taken apart. */
export interface SplitReply {
  readonly answer: string;
  readonly thoughts: string;
  /** False: the text ends inside a thought, so that nothing of it is an answer. */
  readonly isFinished: boolean;
}

/**
 * How open models mark their thoughts. Some chat templates write the opening mark themselves, so
 * that a reply holds only the closing one.
 */
const marks: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["◁think▷", "◁/think▷"],
];

/** Separates thoughts from the answer by their marks. Text without marks is all answer. */
export function splitThoughts(text: string): SplitReply {
  let split: SplitReply = { answer: text, thoughts: "", isFinished: true };
  for (const mark of marks)
    if (text.includes(mark[0]) || text.includes(mark[1])) split = splitBy(split, mark);
  return split.thoughts === "" && split.isFinished
    ? split
    : { ...split, answer: split.answer.trim(), thoughts: split.thoughts.trim() };
}

function splitBy(
  { answer, thoughts, isFinished }: SplitReply,
  [open, close]: readonly [string, string],
): SplitReply {
  let rest = answer;
  let kept = "";
  const found: string[] = thoughts === "" ? [] : [thoughts];
  const firstClose = rest.indexOf(close);
  const firstOpen = rest.indexOf(open);
  if (firstClose >= 0 && (firstOpen < 0 || firstClose < firstOpen)) {
    found.push(rest.slice(0, firstClose));
    rest = rest.slice(firstClose + close.length);
  }
  for (;;) {
    const start = rest.indexOf(open);
    if (start < 0) return { answer: kept + rest, thoughts: found.join("\n"), isFinished };
    kept += rest.slice(0, start);
    const end = rest.indexOf(close, start);
    if (end < 0)
      return {
        answer: kept,
        thoughts: [...found, rest.slice(start + open.length)].join("\n"),
        isFinished: false,
      };
    found.push(rest.slice(start + open.length, end));
    rest = rest.slice(end + close.length);
  }
}
