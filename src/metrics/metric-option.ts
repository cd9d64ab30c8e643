/** How lists and pages describe an option. */
export interface OptionWords<Name extends string = string> {
  readonly name: Name;
  /** The default as lists and pages write it. */
  readonly default: string;
  /** What it decides, and where definitions differ, who uses which. */
  readonly meaning: string;
}

/**
 * An option that a user can set: in `vidimus metric`, in `score` and in configurations of families
 * that have it.
 */
export interface MetricOption<Name extends string = string, Value = unknown>
  extends OptionWords<Name> {
  /**
   * Metrics mean different things by this name: where several of them are asked for, the user must
   * say which is meant.
   */
  readonly isOwn?: boolean;
  /** Parameters of signatures that it sets, where their names differ from its own. */
  readonly keys?: readonly string[];
  /**
   * Flags of other programs: each with the value it stands for, or `null` where a value follows.
   */
  readonly otherFlags?: Readonly<Record<string, string | null>>;
  /** The accepted values, as data from which schemas are made. */
  readonly accepts: AcceptedValues;
  /** The accepted values in words, for messages and pages. */
  readonly expects: string;
  /** `undefined` for a text that does not fit. */
  parse(text: string): Value | undefined;
}

export type AcceptedValues =
  | ({ readonly kind: "number"; readonly words: readonly string[] } & NumberRange)
  | ({ readonly kind: "numbers" } & NumberRange)
  | AcceptedChoices
  | { readonly kind: "switch" | "names" | "text" };

export interface AcceptedChoices {
  readonly kind: "choice";
  readonly choices: readonly string[];
  /** Names that other programs have for some of the choices. */
  readonly otherNames: Readonly<Record<string, string>>;
}

/** The values of some options by name, all of which may be left out. */
export type OptionValues<Options extends readonly MetricOption[] = readonly MetricOption[]> = {
  readonly [Option in Options[number] as Option["name"]]?: Option extends MetricOption<
    string,
    infer Value
  >
    ? Value
    : never;
};

type Described<Name extends string> = Omit<MetricOption<Name>, "accepts" | "expects" | "parse">;

export interface NumberRange {
  /** Whether the value must be above 0, and not 0 itself. */
  readonly isAboveZero?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly isWhole?: boolean;
}

/** `words` may stand in place of a number. */
export function numberOption<const Name extends string, const Word extends string = never>(
  described: Described<Name>,
  range: NumberRange = {},
  words: readonly Word[] = [],
): MetricOption<Name, number | Word> {
  return {
    ...described,
    accepts: { kind: "number", ...range, words },
    expects: [`a ${inWords(range)}`, ...words].join(", or "),
    parse: (text) =>
      words.find((word) => word === text) ?? (fits(text, range) ? Number(text) : undefined),
  };
}

/** `otherNames` are names that other programs have for some of the choices. */
export function choiceOption<const Name extends string, const Choice extends string>(
  described: Described<Name>,
  choices: readonly Choice[],
  otherNames: Readonly<Record<string, Choice>> = {},
): MetricOption<Name, Choice> {
  const named = (text: string) => (Object.hasOwn(otherNames, text) ? otherNames[text] : text);
  return {
    ...described,
    accepts: { kind: "choice", choices, otherNames },
    expects: choices.join(", "),
    parse: (text) => choices.find((choice) => choice === named(text)),
  };
}

export function switchOption<const Name extends string>(
  described: Described<Name>,
): MetricOption<Name, boolean> {
  return {
    ...described,
    accepts: { kind: "switch" },
    expects: "true or false",
    parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  };
}

/** Names separated by commas: any, or some of the choices. */
export function namesOption<const Name extends string, const Choice extends string = string>(
  described: Described<Name>,
  choices?: readonly Choice[],
): MetricOption<Name, readonly Choice[]> {
  const fitsIn = (name: string): name is Choice =>
    choices ? choices.some((choice) => choice === name) : name !== "";
  return {
    ...described,
    accepts: { kind: "names" },
    expects: `names separated by commas${choices ? ` out of ${choices.join(", ")}` : ""}`,
    parse(text) {
      const names = text.split(",").map((name) => name.trim());
      return names.every(fitsIn) ? names : undefined;
    },
  };
}

export function textOption<const Name extends string>(
  described: Described<Name>,
): MetricOption<Name, string> {
  return {
    ...described,
    accepts: { kind: "text" },
    expects: "a text",
    parse: (text) => (text === "" ? undefined : text),
  };
}

/** Numbers separated by commas, or `from:step:to`, both ends included. */
export function numbersOption<const Name extends string>(
  described: Described<Name>,
  range: NumberRange = {},
): MetricOption<Name, readonly number[]> {
  return {
    ...described,
    accepts: { kind: "numbers", ...range },
    expects: `one ${inWords(range)} or several separated by commas, or from:step:to, such as ${range.isWhole ? "1:1:4" : "0.5:0.05:0.95"}`,
    parse: (text) => numberList(text, range),
  };
}

function numberList(text: string, range: NumberRange): readonly number[] | undefined {
  const steps = text.split(":");
  if (steps.length === 3) {
    if (!steps.every((one) => fits(one, {}))) return undefined;
    const [from, step, to] = steps.map(Number) as [number, number, number];
    const count = Math.round((to - from) / step) + 1;
    if (!(step > 0 && to >= from && count <= mostSteps)) return undefined;
    // Decimals are meant as they are written: .5 + 8 × .05 must be .9.
    const values = Array.from({ length: count }, (_, i) =>
      Number((from + i * step).toPrecision(12)),
    ).filter((value) => value <= to);
    return values.every((value) => fits(String(value), range)) ? values : undefined;
  }
  const parts = text.split(",");
  return parts.every((part) => fits(part, range)) ? parts.map(Number) : undefined;
}

const mostSteps = 10_000;

function fits(text: string, range: NumberRange): boolean {
  const {
    isAboveZero = false,
    least = Number.NEGATIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
    isWhole = false,
  } = range;
  const value = Number(text);
  if (isAboveZero && !(value > 0)) return false;
  return (
    text.trim() !== "" &&
    Number.isFinite(value) &&
    value >= least &&
    value <= most &&
    (!isWhole || Number.isInteger(value))
  );
}

function inWords({ isAboveZero, least, most, isWhole = false }: NumberRange): string {
  const noun = isWhole ? "whole number" : "number";
  if (isAboveZero) return most === undefined ? `${noun} above 0` : `${noun} above 0, up to ${most}`;
  if (least === undefined) return noun;
  return most === undefined ? `${noun} from ${least} on` : `${noun} from ${least} to ${most}`;
}
