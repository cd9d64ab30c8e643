import { shown } from "../../../core/asking/shown.ts";
import type { DataFolder } from "../../../core/data/data-file.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import type { DialogueSample } from "../schema.ts";
import { asFields, asText } from "./read-value.ts";

/**
 * The substeps of a table of annotations: columns type (STEP, SUBSTEP, ACTION), id, start_ts,
 * end_ts and name; times in seconds.
 */
export async function readSubsteps(
  folder: DataFolder,
  path: string,
): Promise<Result<NonNullable<DialogueSample["substeps"]>>> {
  const substeps: { startSeconds: number; endSeconds: number; name: string }[] = [];
  try {
    for await (const rows of folder.rows(path))
      for (const { line, value } of rows) {
        const fields = asFields(value) ?? {};
        const type = asText(fields.type);
        if (type === undefined)
          return failure(
            `${path}:${line}: type is ${shown(fields.type)}, but must be STEP, SUBSTEP or ACTION`,
          );
        if (type.toUpperCase() !== "SUBSTEP") continue;
        const [startSeconds, endSeconds] = [seconds(fields.start_ts), seconds(fields.end_ts)];
        const name = asText(fields.name)?.trim();
        if (startSeconds === undefined || endSeconds === undefined)
          return failure(
            `${path}:${line}: start_ts and end_ts are ${shown(fields.start_ts)} and ${shown(fields.end_ts)}, but must be seconds`,
          );
        if (!name)
          return failure(`${path}:${line}: name is ${shown(fields.name)}, but must be a text`);
        substeps.push({ startSeconds, endSeconds, name });
      }
  } catch (cause) {
    return failure(`${path}: ${(cause as Error).message}`);
  }
  return success(substeps);
}

function seconds(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
