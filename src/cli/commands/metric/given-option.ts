import { UserError } from "../../../core/user-error.ts";
import type { MetricOption } from "../../../metrics/metric-option.ts";

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
  if (at < 1)
    throw new UserError(
      `${written}: expected name=value or metric.name=value`,
      "vidimus metric --list shows the options",
    );
  const [, metric, name] = /^(?:(.+)\.)?([^.]+)$/.exec(pair.slice(0, at)) ?? [];
  if (name === undefined)
    throw new UserError(`${written}: expected name=value or metric.name=value`);
  return { written, metric, name, value: pair.slice(at + 1) };
}

/** The value of a given option, or the user's mistake. */
export function parseOption({ written, value }: GivenOption, option: MetricOption): unknown {
  const parsed = option.parse(value);
  if (parsed === undefined)
    throw new UserError(`${written}: expected ${option.expects}`, option.meaning);
  return parsed;
}
