import type { DataFile } from "../core/data/data-file.ts";
import { type Label, type LabelReading, readLabel } from "../core/data/label.ts";
import { UserError } from "../core/user-error.ts";

/**
 * The labels of one task in a file. A row that is none is an error that names file, line and
 * column, and says what would be right.
 */
export async function loadLabels(file: DataFile, reading: LabelReading): Promise<readonly Label[]> {
  const labels: Label[] = [];
  for await (const batch of file.rows())
    for (const { line, value, path = file.path } of batch) {
      const label = readLabel(value, reading);
      if (!label.ok)
        throw new UserError(
          `${path}:${line}: ${label.reason}`,
          `labels of the task "${reading.task}"; where a file serves several tasks, the column task says which a row is of`,
        );
      if (label.value) labels.push(label.value);
    }
  return labels;
}
