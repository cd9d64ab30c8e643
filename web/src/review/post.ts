import type { Problem } from "../../../src/server/contract.ts";
import { RequestError } from "../app/use-document.ts";

/** Posts a change, and gives what the server says to it. */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return (await response.json()) as Answer;
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  throw new RequestError(
    response.status,
    problem ?? { error: `the server answered ${response.status}` },
  );
}
