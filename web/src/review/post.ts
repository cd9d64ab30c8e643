import { serverWatch } from "../app/server-watch.ts";
import { problemOf, RequestError } from "../app/use-document.ts";

/** Posts a change, and gives what the server says to it. */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    void serverWatch.back();
    throw new RequestError(0, {
      error: "the server has stopped",
      hint: "nothing was changed as far as this page knows; try again once it is back",
    });
  });
  if (response.ok) return (await response.json()) as Answer;
  throw await problemOf(response);
}
