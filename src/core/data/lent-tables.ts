/**
 * What was read for each role; what is in it, only the metrics know. Roles that nobody fills are
 * absent.
 */
export type LentTables = Readonly<Record<string, unknown>>;

/**
 * Tables that metrics of a family can do with, such as METEOR's synonyms: tasks name a place by the
 * role, and the scorer lends what was read there.
 */
export interface TableRole {
  readonly role: string;
  readonly summary: string;
}
