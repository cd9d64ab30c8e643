import type { Row } from "./cell.ts";
import { textCell } from "./cell.ts";
import { openseesimeId } from "./openseesime.ts";

const plainIds = [
  "q_uid",
  "question_id",
  "id",
  "sample_id",
  "video_idx",
  "uid",
  "qid",
  "index",
] as const;

/**
 * The id that a sample has here, told from its record in somebody else's log, as the formats of
 * this family form it: NExT-QA by video and question, OpenSeeSimE by file, question and kind of
 * media, others by their own id. `undefined` where the record names none.
 */
export function foreignId(record: Row): string | undefined {
  const ofTable = openseesimeId(record);
  if (ofTable !== undefined) return ofTable;
  const [video, qid] = [textCell(record.video), textCell(record.qid)];
  if (video !== undefined && qid !== undefined) return `${video}_${qid}`;
  for (const name of plainIds) {
    const found = textCell(record[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
