import { closest } from "../../../core/suggest.ts";
import { UserError } from "../../../core/user-error.ts";
import type { MetricOption } from "../../../metrics/metric-option.ts";
import { dashed } from "./dashed.ts";
import type { GivenOption } from "./given-option.ts";
import { metricInputs } from "./index.ts";
import { loadMetrics, metricNames } from "./load-metrics.ts";
import type { LoadedInput } from "./metric-input.ts";

/** What stands on the command line beside the flags that the command lists. */
export interface MetricWords {
  readonly names: readonly string[];
  readonly given: readonly GivenOption[];
}

/**
 * Reads the words that no listed flag took: the names of metrics, and options as flags of their own
 * names (`--reference-length shortest`), or of the names that the original programs have for them
 * (`--smooth-method floor`, `-l 2`).
 */
export function metricWords(inputs: readonly LoadedInput[], words: readonly string[]): MetricWords {
  const known = knownFlags(inputs);
  const names: string[] = [];
  const given: GivenOption[] = [];
  for (let at = 0; at < words.length; at++) {
    const [, flag, joined] = /^(--?[A-Za-z][^=]*)(?:=(.*))?$/s.exec(words[at]!) ?? [];
    if (flag === undefined) {
      if (names.length > 0)
        throw new UserError(
          `unexpected argument "${words[at]}"`,
          /[./]/.test(words[at]!) ? repeatedFlag : namesTogether,
        );
      names.push(...words[at]!.split(",").map((name) => name.trim()));
      continue;
    }
    const found = known.get(flag);
    if (!found) throw unknownFlag(flag, inputs, known);
    const next = words[at + 1];
    const isAlone = found.isSwitch && joined === undefined && next !== "true" && next !== "false";
    const value = found.value ?? joined ?? (isAlone ? "true" : words[++at]);
    if (value === undefined) throw new UserError(`${flag} needs a value`, found.meaning);
    given.push({
      written: isAlone || found.value !== undefined ? flag : `${flag} ${value}`,
      name: found.name,
      value,
    });
  }
  return { names, given };
}

const namesTogether = "separate names of metrics by commas, without spaces";
const repeatedFlag =
  "write the flag before every file, such as --references a.txt --references b.txt";

/** What sacreBLEU and trec_eval call some of the flags that the command lists. */
const officialFlags: Readonly<Record<string, string>> = {
  "-i": "--hypotheses",
  "--input": "--hypotheses",
  "-sl": "--per-segment",
  "--sentence-level": "--per-segment",
  "-q": "--per-query",
};

interface KnownFlag extends Pick<MetricOption, "name" | "meaning"> {
  /** What the flag stands for by itself. */
  readonly value: string | undefined;
  /** True without a value. */
  readonly isSwitch: boolean;
}

/** Of options of one name, those of the first input. */
function knownFlags(inputs: readonly LoadedInput[]): ReadonlyMap<string, KnownFlag> {
  const flags = new Map<string, KnownFlag>();
  for (const { name, meaning, accepts, otherFlags = {} } of optionsOf(inputs)) {
    const known = { name, meaning, isSwitch: accepts.kind === "switch" };
    for (const [flag, value] of [[dashed(name), null] as const, ...Object.entries(otherFlags)])
      if (!flags.has(flag)) flags.set(flag, { ...known, value: value ?? undefined });
  }
  return flags;
}

function optionsOf(inputs: readonly LoadedInput[]): readonly MetricOption[] {
  return inputs.flatMap(({ metrics }) => metrics.flatMap(({ options }) => options));
}

function unknownFlag(
  flag: string,
  inputs: readonly LoadedInput[],
  known: ReadonlyMap<string, KnownFlag>,
): UserError {
  const listed = metricInputs.flatMap(({ flags }) => flags).map(dashed);
  const ofKey = optionsOf(inputs).find(({ keys }) => keys?.some((key) => dashed(key) === flag));
  const near = ofKey
    ? dashed(ofKey.name)
    : (officialFlags[flag] ??
      closest(flag, [
        ...new Set([
          ...listed,
          ...known.keys(),
          "--option",
          "--seed",
          "--interval",
          "--json",
          "--list",
        ]),
      ]));
  return new UserError(
    `unknown option ${flag}`,
    near
      ? `did you mean ${near}?`
      : "vidimus metric --help shows the flags, vidimus metric <names> --list the options of a metric",
  );
}

/**
 * Loads the metrics that the words name and reads the words by their options; all metrics where
 * these options do not explain the words.
 */
export async function readWords(
  words: readonly string[],
): Promise<{ readonly inputs: readonly LoadedInput[]; readonly words: MetricWords }> {
  const named = words
    .map((word) => word.split(",").map((name) => name.trim()))
    .find((names) => names.every((name) => metricNames.includes(name)));
  const own = named ? await loadMetrics(named) : [];
  if (named)
    try {
      const read = metricWords(own, words);
      if (read.names.every((name) => named.includes(name))) return { inputs: own, words: read };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  const inputs = await loadMetrics();
  return { inputs, words: metricWords([...own, ...inputs], words) };
}
