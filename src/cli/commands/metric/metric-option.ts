import { UserError } from "../../../core/user-error.ts";

/** An option of metrics, as `--option name=value` or a flag of its name sets it. */
export interface OptionKind {
  readonly name: string;
  /** How its default reads in lists. */
  readonly default: string;
  readonly meaning: string;
  /** Metrics that have it mean different things by it: where several of them are asked for, it must be said which is meant. */
  readonly isOwn?: boolean;
  /** Parameters of signatures that it sets, where they are not called like it. */
  readonly keys?: readonly string[];
  /** What else the option is called as a flag, as other programs do: with the value that such a flag stands for, or `null` where one follows. */
  readonly otherFlags?: Readonly<Record<string, string | null>>;
  /** As a flag it needs no value. */
  readonly isSwitch?: boolean;
  /** What may be written, in words, for the message about what may not. */
  readonly expects: string;
  /** `undefined` for a text that does not fit. */
  parse(text: string): unknown;
}

export type OptionValues = Readonly<Record<string, unknown>>;

type Described = Omit<OptionKind, "expects" | "parse" | "isSwitch">;

interface Range {
  /** 0 by itself is too little. */
  readonly isAboveZero?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly isWhole?: boolean;
}

export function numberOption(described: Described, range: Range = {}): OptionKind {
  return { ...described, expects: `a ${inWords(range)}`, parse: (text) => (fits(text, range) ? Number(text) : undefined) };
}

/** `otherNames` are what some choices are called elsewhere. */
export function choiceOption(
  described: Described,
  choices: readonly string[],
  otherNames: Readonly<Record<string, string>> = {},
): OptionKind {
  const named = (text: string) => (Object.hasOwn(otherNames, text) ? otherNames[text] : text);
  return { ...described, expects: choices.join(", "), parse: (text) => choices.find((choice) => choice === named(text)) };
}

export function flagOption(described: Described): OptionKind {
  return {
    ...described,
    isSwitch: true,
    expects: "true or false",
    parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  };
}

/** Names separated by commas; any, or those there are. */
export function namesOption(described: Described, choices?: readonly string[]): OptionKind {
  const fitsIn = (name: string) => (choices ? choices.includes(name) : name !== "");
  const parse = (text: string) => text.split(",").map((name) => name.trim());
  return {
    ...described,
    expects: `names separated by commas${choices ? ` out of ${choices.join(", ")}` : ""}`,
    parse: (text) => (parse(text).every(fitsIn) ? parse(text) : undefined),
  };
}

export function textOption(described: Described): OptionKind {
  return { ...described, expects: "a text", parse: (text) => (text === "" ? undefined : text) };
}

/** Numbers separated by commas, or `from:step:to`, both ends included. */
export function numbersOption(described: Described, range: Range = {}): OptionKind {
  return {
    ...described,
    expects: `one ${inWords(range)} or several separated by commas, or from:step:to, such as ${range.isWhole ? "1:1:4" : "0.5:0.05:0.95"}`,
    parse: (text) => numberList(text, range),
  };
}

function numberList(text: string, range: Range): readonly number[] | undefined {
  const steps = text.split(":");
  if (steps.length === 3) {
    if (!steps.every((one) => fits(one, {}))) return undefined;
    const [from, step, to] = steps.map(Number) as [number, number, number];
    const count = Math.round((to - from) / step) + 1;
    if (!(step > 0 && to >= from && count <= mostSteps)) return undefined;
    // Decimals are meant as they are written: .5 + 8 × .05 must be .9.
    const values = Array.from({ length: count }, (_, i) => Number((from + i * step).toPrecision(12))).filter((value) => value <= to);
    return values.every((value) => fits(String(value), range)) ? values : undefined;
  }
  const parts = text.split(",");
  return parts.every((part) => fits(part, range)) ? parts.map(Number) : undefined;
}

const mostSteps = 10_000;

function fits(text: string, range: Range): boolean {
  const { isAboveZero = false, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, isWhole = false } = range;
  const value = Number(text);
  if (isAboveZero && !(value > 0)) return false;
  return text.trim() !== "" && Number.isFinite(value) && value >= least && value <= most && (!isWhole || Number.isInteger(value));
}

function inWords({ isAboveZero, least, most, isWhole = false }: Range): string {
  const noun = isWhole ? "whole number" : "number";
  if (isAboveZero) return most === undefined ? `${noun} above 0` : `${noun} above 0, up to ${most}`;
  if (least === undefined) return noun;
  return most === undefined ? `${noun} from ${least} on` : `${noun} from ${least} to ${most}`;
}

/** What `--option [metric.]name=value` says: for one metric, or for all that have the option. */
export interface GivenOption {
  /** As it was written, for messages. */
  readonly written: string;
  readonly metric?: string | undefined;
  readonly name: string;
  readonly value: string;
}

export function givenOption(pair: string): GivenOption {
  const at = pair.indexOf("=");
  const written = `--option ${pair}`;
  if (at < 1) throw new UserError(`${written}: expected name=value or metric.name=value`, "vidimus metric --list shows the options");
  const [, metric, name] = /^(?:(.+)\.)?([^.]+)$/.exec(pair.slice(0, at)) ?? [];
  if (name === undefined) throw new UserError(`${written}: expected name=value or metric.name=value`);
  return { written, metric, name, value: pair.slice(at + 1) };
}

/** The value of a given option, or the user's mistake. */
export function parseOption({ written, value }: GivenOption, kind: OptionKind): unknown {
  const parsed = kind.parse(value);
  if (parsed === undefined) throw new UserError(`${written}: expected ${kind.expects}`, kind.meaning);
  return parsed;
}
