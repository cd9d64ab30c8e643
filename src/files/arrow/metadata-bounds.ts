import { type FlatTable, listField, tableField, tablesField } from "./flat-table.ts";

const nodeBytes = 16;
const countBytes = 8;

/**
 * Looks through the fields of a schema, and theirs, because the library believes every number it
 * finds there: where one is damaged, it would go through billions of fields, or round in circles.
 */
export function checkSchema(schema: FlatTable): void {
  const left = { elements: schema.bytes.byteLength };
  checkNotes(schema, 2, left);
  for (const field of tablesField(schema, 1)) checkField(field, left);
}

/** All elements of all lists together: there cannot be more than bytes. */
interface Left {
  elements: number;
}

function checkField(field: FlatTable, left: Left): void {
  spend(left, 1);
  checkNotes(field, 6, left);
  for (const child of tablesField(field, 5)) checkField(child, left);
}

function checkNotes(table: FlatTable, field: number, left: Left): void {
  spend(left, listField(table, field).count);
}

function spend(left: Left, count: number): void {
  left.elements -= count;
  if (left.elements < 0) throw new RangeError("it has more fields than bytes");
}

/** The lists of a record batch lie inside its header. */
export function checkRecordBatch(batch: FlatTable): void {
  listField(batch, 1, nodeBytes);
  listField(batch, 2, nodeBytes);
  listField(batch, 4, countBytes);
}

/** A dictionary is a record batch with a number. */
export function checkDictionaryBatch(dictionary: FlatTable): void {
  const batch = tableField(dictionary, 1);
  if (batch) checkRecordBatch(batch);
}
