/** A value that a field of a row is compared with. */
export type WhereValue = string | number | boolean | null;

/** What a field must be; all members that are given must hold. */
export interface WhereRange {
  readonly not?: WhereValue | readonly WhereValue[] | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
  readonly contains?: string | readonly string[] | undefined;
}

/**
 * By field, with dots for fields of fields: a value it must equal, a list of which it must be one,
 * or comparisons. All fields must hold.
 */
export type Where = Readonly<Record<string, WhereValue | readonly WhereValue[] | WhereRange>>;
