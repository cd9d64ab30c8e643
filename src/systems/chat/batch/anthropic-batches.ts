import { memberAt } from "../member-at.ts";
import {
  type BatchConnection,
  type BatchInterface,
  type BatchResult,
  errorBody,
  jsonLines,
  sendBatch,
} from "./batch-interface.ts";

/** Anthropic's message batches: requests come in one body, replies as JSON lines. */
export function anthropicBatches(connection: BatchConnection): BatchInterface {
  return {
    mostRequests: 100_000,
    mostBytes: 100_000_000,
    async submit(requests, signal) {
      const body = `{"requests":[${requests.map(({ id, body: params }) => `{"custom_id":${JSON.stringify(id)},"params":${params}}`).join()}]}`;
      return String(
        memberAt(
          JSON.parse(
            await sendBatch("/messages/batches", connection, { method: "POST", body, signal }),
          ),
          ["id"],
        ),
      );
    },
    async results({ batch }, signal) {
      const state: unknown = JSON.parse(
        await sendBatch(`/messages/batches/${batch}`, connection, { signal }),
      );
      if (memberAt(state, ["processing_status"]) !== "ended") return undefined;
      return jsonLines(
        await sendBatch(`/messages/batches/${batch}/results`, connection, { signal }),
      ).map(resultOf);
    },
  };
}

const statusOfError: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
};

function resultOf(line: unknown): BatchResult {
  const id = String(memberAt(line, ["custom_id"]));
  const kind = memberAt(line, ["result", "type"]);
  if (kind === "succeeded")
    return { id, status: 200, body: JSON.stringify(memberAt(line, ["result", "message"])) };
  const error = memberAt(line, ["result", "error"]);
  if (kind !== "errored")
    return { id, status: 408, body: errorBody(`the request is ${String(kind)}`, "api_error") };
  const type = memberAt(error, ["error", "type"]);
  return { id, status: statusOfError[String(type)] ?? 500, body: JSON.stringify(error) };
}
