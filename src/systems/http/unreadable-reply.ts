import type { WholeReply } from "./post-json.ts";
import type { ReplyHeaders } from "./read-pace.ts";

/** A reply that is no success or holds no answer, with all that classification needs. */
export class UnreadableReply extends Error {
  override readonly name = "UnreadableReply";
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: string;

  constructor({ status, headers, body }: WholeReply, cause?: unknown) {
    super(`a reply of status ${status} that holds no answer`, { cause });
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}
