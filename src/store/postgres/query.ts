import type { QueryResultRow } from "pg";

export type Row = QueryResultRow;

/** Queries that come from one transaction. */
export type Query = <R extends Row>(text: string, values?: readonly unknown[]) => Promise<R[]>;
