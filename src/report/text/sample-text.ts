import type { Json } from "../../core/json.ts";
import type {
  ExplainedAnswer,
  ExplainedAsk,
  SampleExplanation,
} from "../../summary/sample-explanation.ts";
import { wrapText } from "./wrap-text.ts";

/** All about one sample, for a terminal. */
export function sampleText(
  { run, sample, samples, answers }: SampleExplanation,
  width: number,
): string {
  const lines = [
    `${sample} of ${run}`,
    ...samples.flatMap(({ task, sample: content }) => [
      "",
      `${task}: the sample as the data has it now`,
      ...members(content).flatMap(([name, value]) => labelled(name, leafText(value), width)),
    ]),
    ...answers.flatMap((answer) => ["", ...answerLines(answer, width)]),
  ];
  return `${lines.join("\n")}\n`;
}

function answerLines(answer: ExplainedAnswer, width: number): readonly string[] {
  const { task, system, repeat, outcome, reason, extractor, errorClass, looks, asks } = answer;
  const title = `${task} · ${system}${repeat === undefined ? "" : ` · repeat ${repeat}`}`;
  const rows: [string, string][] = [
    ["outcome", reason === undefined ? outcome : `${outcome}: ${reason}`],
  ];
  if (outcome === "answered") {
    const data = JSON.stringify(answer.answer);
    rows.push(["answer", answer.said === undefined ? data : `${answer.said} · ${data}`]);
  }
  if (extractor !== undefined) rows.push(["read by", extractor]);
  if (errorClass !== undefined) rows.push(["mistake", errorClass]);
  for (const look of looks) rows.push(["shown", lookText(look)]);
  for (const [role, grade] of Object.entries(answer.grades))
    rows.push([role, JSON.stringify(grade)]);
  for (const [metric, value] of Object.entries(answer.values))
    if (value !== null) rows.push([metric, String(value)]);
  for (const [measure, evidence] of Object.entries(answer.evidence))
    rows.push([`evidence`, `${measure.split("|")[0]}: ${shortJson(evidence)}`]);
  const took = resourceText(answer);
  if (took !== "") rows.push(["took", took]);
  return [
    title,
    ...rows.flatMap(([name, text]) => labelled(name, text, width)),
    ...asks.flatMap((ask, at) => askLines(ask, at, { count: asks.length, width })),
  ];
}

function lookText({
  path,
  source,
  decoder,
  seconds,
  frames,
  warnings,
}: ExplainedAnswer["looks"][number]): string {
  const times = frames.map(({ atSeconds }) => Number(atSeconds.toFixed(2))).join(" ");
  const [first] = frames;
  const size = first ? `, ${first.width} × ${first.height} ${first.mediaType}` : "";
  const length = seconds === null ? "" : ` of ${Number(seconds.toFixed(2))} s`;
  const trouble = warnings.length > 0 ? `; ${warnings.join("; ")}` : "";
  return `${path} (${source.slice(0, 12)}): ${frames.length} frames at ${times} s${length}${size}, by ${decoder.split(" (")[0]}${trouble}`;
}

const timeWords: Readonly<Record<string, string>> = {
  decode: "frames",
  queue: "waiting in the queue",
  firstToken: "first token",
  total: "requests together, without waiting",
};

function resourceText({ requests, tokens, costUsd, milliseconds }: ExplainedAnswer): string {
  return [
    ...(requests === undefined ? [] : [`${requests} ${requests === 1 ? "request" : "requests"}`]),
    ...(tokens ? [`${tokens.input} tokens in, ${tokens.output} out`] : []),
    ...Object.entries(milliseconds).map(
      ([part, ms]) => `${timeWords[part] ?? part} ${Math.round(ms)} ms`,
    ),
    ...(costUsd === undefined ? [] : [`${costUsd} USD`]),
  ].join(", ");
}

function askLines(
  { messages, reply, failure, step }: ExplainedAsk,
  at: number,
  { count, width }: { readonly count: number; readonly width: number },
): readonly string[] {
  const which = count === 1 ? "" : ` ${at + 1} of ${count} (step ${step})`;
  return [
    `  asked${which}`,
    ...(messages ?? [{ role: "", text: "(what was asked cannot be worded again)" }]).flatMap(
      ({ role, text }) => [...(role === "" ? [] : [`    ${role}:`]), ...indented(text, width, 6)],
    ),
    "  reply",
    ...indented(failure ?? reply, width, 6),
  ];
}

function members(content: Json): readonly (readonly [string, Json | undefined])[] {
  const isNested = typeof content === "object" && content !== null && !Array.isArray(content);
  return isNested ? Object.entries(content) : [["sample", content]];
}

function leafText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

const labelWidth = 14;

function labelled(name: string, text: string, width: number): readonly string[] {
  const [first = "", ...rest] = wrapText(text, width - labelWidth);
  // Names that are longer have a line of their own.
  const start =
    name.length + 3 > labelWidth
      ? [`  ${name}`, " ".repeat(labelWidth) + first]
      : [`  ${name}`.padEnd(labelWidth) + first];
  return [...start, ...rest.map((line) => " ".repeat(labelWidth) + line)];
}

function indented(text: string, width: number, by: number): readonly string[] {
  return text
    .split("\n")
    .flatMap((line) => (line === "" ? [""] : wrapText(line, width - by)))
    .map((line) => (line === "" ? "" : " ".repeat(by) + line));
}

/** Evidence of long videos would fill many screens. */
const mostJson = 4_000;

function shortJson(value: Json): string {
  const one = Array.isArray(value) && value.length === 1 ? value[0]! : value;
  const text = JSON.stringify(one);
  return text.length > mostJson ? `${text.slice(0, mostJson)}… (all of it with --json)` : text;
}
