import type { UserError } from "../../core/user-error.ts";

export type HeaderList = Readonly<Record<string, string>>;

/** One kind of place that files lie at, and how it is asked. */
export interface RemoteStore {
  /** The plain address on the web, the same for every request; it tells two servers apart. */
  place(address: string): string;
  /** What is sent now; signed anew each time. */
  request(address: string, asked: Asked): Promise<Prepared>;
  /** Whether the answer tells how to ask better, so that it is worth asking again. */
  learns?(address: string, answer: Response): boolean;
  /** Whether nothing that this machine could send would help: the file then counts as missing. */
  lacks?(address: string, refused: Refused): boolean;
  /** What a status other than success means, and what would help. */
  refusal(address: string, refused: Refused): UserError;
}

export interface Asked {
  readonly method: "GET" | "HEAD";
  readonly headers: HeaderList;
}

interface Prepared {
  readonly url: string;
  readonly headers: HeaderList;
  /** Signed requests are not led elsewhere: what signs them would come along. */
  readonly redirect: "follow" | "manual";
}

export interface Refused {
  readonly status: number;
  /** As the store names the mistake, such as `ExpiredToken`; empty where it does not. */
  readonly code: string;
}
