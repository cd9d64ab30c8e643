import type { BothSides, ExplainedPair, Explanation } from "../../summary/explanation.ts";
import { formatQuantity } from "../../summary/format-number.ts";
import { wrapText } from "./wrap-text.ts";

/** Which inputs of two runs differ, for a terminal. */
export function explanationText({ runs, pairs, notes }: Explanation, width: number): string {
  const lines = [
    `A  ${runs[0]}`,
    `B  ${runs[1]}`,
    ...pairs.flatMap((pair) => ["", ...pairLines(pair, width)]),
    ...(notes.length > 0 ? ["", ...notes.flatMap((note) => wrapText(note, width))] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function pairLines(pair: ExplainedPair, width: number): readonly string[] {
  const { task, systems, common, differences, answers } = pair;
  const [a, b] = systems;
  const name = a === b ? a : `${a} and ${b}`;
  const [first] = differences;
  const verdict = first
    ? `The first input that differs is the ${first.input}: ${first.text}.`
    : "All inputs that are known are the same.";
  return [
    `${task} · ${name} · ${formatQuantity(common, "common sample")}`,
    ...wrapText(verdict, width),
    ...differences.flatMap(({ input, text, sides }, at) => [
      "",
      ...(at === 0 ? [] : wrapText(`${input}: ${text}`, width)),
      ...sideLines(sides, width),
    ]),
    "",
    ...answerLines(answers, common, width),
  ].filter((line, at, all) => line !== "" || all[at - 1] !== "");
}

function answerLines(
  { differing, unexplained, sides }: ExplainedPair["answers"],
  common: number,
  width: number,
): readonly string[] {
  if (differing === 0) return ["All common samples were answered alike."];
  const noise =
    unexplained > 0
      ? `, ${unexplained} of them although nothing that is known differs: the system does not always answer alike`
      : "";
  return [
    ...wrapText(`${differing} of ${common} common samples were answered otherwise${noise}.`, width),
    ...sideLines(sides, width),
  ];
}

function sideLines(sides: readonly BothSides[], width: number): readonly string[] {
  return sides.flatMap(({ where, a, b }) => [
    `  ${where}`,
    ...said("A", a, width),
    ...said("B", b, width),
  ]);
}

function said(side: string, words: string | null, width: number): readonly string[] {
  const indent = 7;
  const [first = "", ...rest] = wrapText(
    (words ?? "(nothing)").replaceAll(/\s+/g, " "),
    width - indent,
  );
  return [`    ${side}  ${first}`, ...rest.map((line) => " ".repeat(indent) + line)];
}
