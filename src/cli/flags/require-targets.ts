import type { Config } from "../../config/config.ts";
import { UserError } from "../../core/user-error.ts";
import { targetLine } from "../../report/table/target-table.ts";
import type { Summary } from "../../summary/summary.ts";
import type { TargetVerdict } from "../../summary/target-verdict.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";

/** Verdicts that are let through, by what is required. */
const passing = {
  /** A whole interval keeps the target. */
  met: ["met"],
  /** No target is ruled out: for sets too small to be certain of anything. */
  possible: ["met", "not certain"],
} as const satisfies Readonly<Record<string, readonly TargetVerdict["verdict"][]>>;

export type TargetRule = keyof typeof passing;

/**
 * What `--require-targets` was given, for configurations that must then have some; `undefined`
 * where it was not.
 */
export function targetRule(
  named: unknown,
  configs: readonly Pick<Config, "targets">[],
): TargetRule | undefined {
  if (named === undefined) return undefined;
  if (configs.every(({ targets }) => Object.keys(targets).length === 0)) throw noTargets();
  if (named === "met" || named === "possible") return named;
  throw new UserError(
    `--require-targets: unknown rule "${String(named)}"`,
    `one of ${Object.keys(passing).join(", ")}`,
  );
}

/**
 * Whether scores keep their targets, as an exit code; those that do not are reported on standard
 * error. Scores that are not readable end with 3 whether or not they keep them.
 */
export function requireTargets(
  summaries: readonly Summary[],
  rule: TargetRule | undefined,
  isReadable = true,
): ExitCode {
  if (rule === undefined) return isReadable ? exitCode.fine : exitCode.incomplete;
  const held = summaries.flatMap(({ name, tasks }) =>
    tasks.flatMap(({ id, systems }) =>
      systems.flatMap((system) =>
        (system.targets ?? []).map((verdict) => ({
          place: `${name}, ${id}, ${system.id}`,
          line: targetLine(system, verdict),
          verdict,
        })),
      ),
    ),
  );
  if (held.length === 0 && isReadable) throw noTargets();
  const failed = held.filter(
    ({ verdict }) => !(passing[rule] as readonly string[]).includes(verdict.verdict),
  );
  for (const { place, line } of failed) process.stderr.write(`target: ${place}: ${line}\n`);
  if (!isReadable) return exitCode.incomplete;
  return failed.length === 0 ? exitCode.fine : exitCode.gateFailed;
}

function noTargets(): UserError {
  return new UserError(
    "--require-targets: nothing is held to a target",
    "set some in the configuration: targets, for systems that are no baselines",
  );
}
