import { type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import {
  type AppFacts,
  type Document,
  documents,
  type Problem,
} from "../../../src/server/contract.ts";
import { readFromServer } from "./server-watch.ts";

/** What the server said instead of a document. */
export class RequestError extends Error {
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, { error, hint }: Problem) {
    super(error);
    this.status = status;
    this.hint = hint;
  }
}

/** Reads a document of the contract, once for all who show it. */
export function useDocument<Content>(
  document: Document<Content> | undefined,
  options: Pick<UseQueryOptions<Content>, "refetchInterval" | "staleTime"> = {},
): UseQueryResult<Content> {
  return useQuery({
    ...options,
    queryKey: [document?.path],
    enabled: document !== undefined,
    queryFn: ({ signal }) => readDocument(document!, signal),
  });
}

/** What the server or the export says of itself; `undefined` until it has. */
export function useFacts(): AppFacts | undefined {
  return useDocument(documents.app).data;
}

/** Reads a document of the contract once. */
export async function readDocument<Content>(
  { path }: Document<Content>,
  signal?: AbortSignal,
): Promise<Content> {
  const response = await readFromServer(path, signal);
  if (response.ok) return (await response.json()) as Content;
  throw await problemOf(response);
}

/** What a response says that is not what was asked for. */
export async function problemOf(response: Response): Promise<RequestError> {
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  return new RequestError(
    response.status,
    problem ?? { error: `the server answered ${response.status}` },
  );
}
