import { failure, type Result, success } from "../../core/result.ts";

/** How one line of a text file is written, in words, and what reads it. */
export interface LineReader<Record> {
  readonly layout: string;
  read(line: string): Result<Record>;
}

/**
 * What a text file of lines holds: empty lines are passed over; the first line that cannot be read
 * refuses the file, by its number.
 */
export function lineRecords<Record>(
  document: unknown,
  { layout, read }: LineReader<Record>,
): Result<readonly Record[]> {
  if (typeof document !== "string") return failure(`must be a text file of lines: ${layout}`);
  const records: Record[] = [];
  for (const [at, line] of document.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const record = read(line);
    if (!record.ok) return failure(`line ${at + 1}: ${record.reason}`);
    records.push(record.value);
  }
  return success(records);
}
