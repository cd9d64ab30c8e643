import { readFileSync } from "node:fs";
import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import type {
  CalibratedTask,
  CalibrationFit,
  JudgeCalibration,
  JudgeIdentity,
} from "../../summary/rejudge-summary.ts";
import { differingLeaves } from "../explain/differing-leaves.ts";

interface Calibrated {
  readonly run: string;
  readonly role: string;
  readonly tasks: readonly CalibratedTask[];
}

/** A calibration to keep; `undefined` where people labelled nothing. */
export function calibrationOf({ run, role, tasks }: Calibrated): JudgeCalibration | undefined {
  const own = tasks.filter(({ aspects }) => Object.keys(aspects).length > 0);
  return own.length === 0 ? undefined : { schema: "vidimus-calibration/1", run, role, tasks: own };
}

/** @throws {UserError} where the file holds none. */
export function readCalibration(path: string): JudgeCalibration {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `${path}: ${code === "ENOENT" ? "no such file" : "cannot be read as JSON"}`,
      "named as --calibration; vidimus rejudge <run> --labels <file> --save-calibration <file> writes one",
    );
  }
  if (!isRecord(value) || value.schema !== "vidimus-calibration/1" || !Array.isArray(value.tasks))
    throw new UserError(
      `${path}: is no calibration of a judge`,
      "its schema must be vidimus-calibration/1",
    );
  return value as unknown as JudgeCalibration;
}

/** Whether the judge that was calibrated is the one that is used on a task. */
export function calibrationFit(
  { tasks }: JudgeCalibration,
  {
    file,
    family,
    judge,
  }: { readonly file: string; readonly family: string; readonly judge: JudgeIdentity },
): { readonly fit: CalibrationFit; readonly calibrated: CalibratedTask | undefined } {
  const candidates = tasks.filter((task) => task.family === family);
  const compared = candidates.map((task) => ({
    task,
    differences: judgeChanges(task.judge, judge),
  }));
  const [best] = compared.toSorted((a, b) => a.differences.length - b.differences.length);
  if (!best)
    return {
      calibrated: undefined,
      fit: {
        ...{ file, fits: false, differences: [] },
        text: `${file} has no calibration for the family ${family}`,
      },
    };
  const { task, differences } = best;
  const fits = differences.length === 0;
  const named = differences.map(
    ({ where, a, b }) => `${where}: ${a ?? "not set"} → ${b ?? "not set"}`,
  );
  return {
    calibrated: fits ? task : undefined,
    fit: {
      ...{ file, fits, differences },
      text: fits
        ? `${file} is a calibration of this very judge`
        : `${file} no longer fits: it is a calibration of another judge (${named.join("; ")}); have people label answers that this one graded`,
    },
  };
}

/** Where two judges differ; their ids do not matter. */
export function judgeChanges(
  a: JudgeIdentity,
  b: JudgeIdentity,
): ReturnType<typeof differingLeaves> {
  const of = ({ kind, identity, wording }: JudgeIdentity) => ({
    kind,
    ...(isRecord(identity) ? identity : { identity }),
    wording,
  });
  return differingLeaves(of(a), of(b));
}
