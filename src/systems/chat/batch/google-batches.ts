import { memberAt } from "../member-at.ts";
import {
  type BatchConnection,
  BatchError,
  type BatchInterface,
  type BatchResult,
  sendBatch,
} from "./batch-interface.ts";

/**
 * Google's batches: requests come in one body of at most 20 MB; the operation itself holds the
 * replies, in the order of the requests.
 */
export function googleBatches(connection: BatchConnection): BatchInterface {
  return {
    mostRequests: 10_000,
    mostBytes: 18_000_000,
    async submit(requests, signal) {
      const items = requests.map(
        ({ id, body }) => `{"request":${body},"metadata":{"key":${JSON.stringify(id)}}}`,
      );
      const body = `{"batch":{"displayName":"vidimus","inputConfig":{"requests":{"requests":[${items.join()}]}}}}`;
      const path = requests[0]!.url
        .slice(connection.baseUrl.length)
        .replace(/:generateContent$/, ":batchGenerateContent");
      return String(
        memberAt(JSON.parse(await sendBatch(path, connection, { method: "POST", body, signal })), [
          "name",
        ]),
      );
    },
    async results({ batch, ids }, signal) {
      const operation: unknown = JSON.parse(await sendBatch(`/${batch}`, connection, { signal }));
      if (!hasEnded(operation)) return undefined;
      const error = memberAt(operation, ["error"]);
      if (error !== undefined)
        throw new BatchError({ status: statusOf(error), body: JSON.stringify({ error }) });
      const replies =
        replyPlaces.map((place) => memberAt(operation, place)).find(Array.isArray) ?? [];
      return replies.map((reply: unknown, at) => resultOf(reply, ids[at] ?? ""));
    },
  };
}

/** By version of the interface. */
const replyPlaces = [
  ["response", "inlinedResponses", "inlinedResponses"],
  ["metadata", "output", "inlinedResponses", "inlinedResponses"],
];

/** A batch that was cancelled or ran out of time may name its state and nothing else. */
function hasEnded(operation: unknown): boolean {
  const state = memberAt(operation, ["metadata", "state"]);
  return (
    memberAt(operation, ["done"]) === true ||
    (typeof state === "string" && /_(?:SUCCEEDED|FAILED|CANCELLED|EXPIRED)$/.test(state))
  );
}

/** By the numbers of google.rpc.Code. */
const statusOfCode: Readonly<Record<number, number>> = {
  3: 400,
  4: 504,
  5: 404,
  7: 403,
  8: 429,
  13: 500,
  14: 503,
  16: 401,
};

function statusOf(error: unknown): number {
  return statusOfCode[Number(memberAt(error, ["code"]))] ?? 500;
}

/** The key comes back only from newer versions of the interface; the order is always kept. */
function resultOf(reply: unknown, idByOrder: string): BatchResult {
  const key = memberAt(reply, ["metadata", "key"]);
  const id = typeof key === "string" ? key : idByOrder;
  const response = memberAt(reply, ["response"]);
  if (response !== undefined) return { id, status: 200, body: JSON.stringify(response) };
  const error = memberAt(reply, ["error"]) ?? { message: "not answered" };
  return { id, status: statusOf(error), body: JSON.stringify({ error }) };
}
