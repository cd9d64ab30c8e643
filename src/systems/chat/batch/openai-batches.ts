import { memberAt } from "../member-at.ts";
import {
  type BatchConnection,
  BatchError,
  type BatchInterface,
  type BatchRequest,
  type BatchResult,
  errorBody,
  jsonLines,
  sendBatch,
} from "./batch-interface.ts";

const boundary = "vidimus-batch-7f3c1e";

/**
 * OpenAI's batches: requests are uploaded as a file of JSON lines, replies come as one; errors as
 * another. They stay until they are deleted.
 */
export function openaiBatches(connection: BatchConnection): BatchInterface {
  return {
    mostRequests: 50_000,
    mostBytes: 100_000_000,
    async submit(requests, signal) {
      const type = `multipart/form-data; boundary=${boundary}`;
      const file = JSON.parse(
        await sendBatch("/files", connection, {
          method: "POST",
          type,
          body: uploadOf(requests, connection),
          signal,
        }),
      );
      const input = String(memberAt(file, ["id"]));
      const body = JSON.stringify({
        input_file_id: input,
        endpoint: endpointOf(requests[0]!, connection),
        completion_window: "24h",
      });
      try {
        return String(
          memberAt(
            JSON.parse(await sendBatch("/batches", connection, { method: "POST", body, signal })),
            ["id"],
          ),
        );
      } catch (error) {
        // No batch knows of it, and nobody would find it again.
        if (error instanceof BatchError)
          await deleteFile(input, connection, signal).catch(() => undefined);
        throw error;
      }
    },
    async results({ batch }, signal) {
      const state: unknown = JSON.parse(
        await sendBatch(`/batches/${batch}`, connection, { signal }),
      );
      const status = memberAt(state, ["status"]);
      if (status === "failed") throw new BatchError({ status: 400, body: refusal(state) });
      if (status !== "completed" && status !== "expired" && status !== "cancelled")
        return undefined;
      const files = [
        memberAt(state, ["output_file_id"]),
        memberAt(state, ["error_file_id"]),
      ].filter((id) => typeof id === "string");
      const texts = await Promise.all(
        files.map((id) => sendBatch(`/files/${id}/content`, connection, { signal })),
      );
      return texts.flatMap(jsonLines).map(resultOf);
    },
    async remove(batch, signal) {
      const state: unknown = JSON.parse(
        await sendBatch(`/batches/${batch}`, connection, { signal }),
      );
      const ids = ["input_file_id", "output_file_id", "error_file_id"].map((name) =>
        memberAt(state, [name]),
      );
      const deleted = await Promise.allSettled(
        ids.filter((id) => typeof id === "string").map((id) => deleteFile(id, connection, signal)),
      );
      for (const one of deleted) if (one.status === "rejected") throw one.reason;
    },
  };
}

async function deleteFile(
  id: string,
  connection: BatchConnection,
  signal: AbortSignal,
): Promise<void> {
  await sendBatch(`/files/${id}`, connection, { method: "DELETE", signal }).catch(
    (error: unknown) => {
      if (!(error instanceof BatchError && error.status === 404)) throw error;
    },
  );
}

/** The interface takes paths from its version on: `/v1/chat/completions`. */
function endpointOf({ url }: BatchRequest, { baseUrl }: BatchConnection): string {
  return `/v1${url.slice(baseUrl.length)}`;
}

function uploadOf(requests: readonly BatchRequest[], connection: BatchConnection): string {
  const lines = requests.map(
    (request) =>
      `{"custom_id":${JSON.stringify(request.id)},"method":"POST","url":"${endpointOf(request, connection)}","body":${request.body}}\n`,
  );
  return [
    `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n`,
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="requests.jsonl"\r\nContent-Type: application/jsonl\r\n\r\n`,
    ...lines,
    `\r\n--${boundary}--\r\n`,
  ].join("");
}

/** Why a batch was not taken up at all: `errors: {data: [{message}]}`. */
function refusal(state: unknown): string {
  const message = memberAt(state, ["errors", "data", 0, "message"]);
  return errorBody(
    typeof message === "string" ? message : "the batch failed",
    "invalid_request_error",
  );
}

function resultOf(line: unknown): BatchResult {
  const id = String(memberAt(line, ["custom_id"]));
  const status = memberAt(line, ["response", "status_code"]);
  if (typeof status === "number")
    return { id, status, body: JSON.stringify(memberAt(line, ["response", "body"]) ?? null) };
  const message =
    memberAt(line, ["error", "message"]) ?? memberAt(line, ["error", "code"]) ?? "not answered";
  return { id, status: 408, body: errorBody(String(message), "server_error") };
}
