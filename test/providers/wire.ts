/** What a model behind a test's server says. */
export interface ModelAnswer {
  readonly text: string;
  readonly reasoning?: string;
  readonly finish?: "stop" | "length" | "filter";
  readonly refusal?: string;
  /** Likely first tokens with their natural logarithms, where they are asked for. */
  readonly likely?: Readonly<Record<string, number>>;
}

/** What was asked, the same for all wire formats. */
export interface Question {
  readonly model: string;
  readonly system: string;
  readonly text: string;
  /** Media types of the pictures, in order. */
  readonly pictures: readonly string[];
  readonly videos: readonly string[];
  readonly isStreamed: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** One provider's wire format, written from its documentation. */
export interface Wire {
  readonly id: string;
  /**
   * Reads a request strictly: a member that the documentation does not know, or one that is
   * missing, throws.
   */
  read(request: WireRequest): Question;
  whole(answer: ModelAnswer, question: Question): unknown;
  /** The events of a streamed reply, as they are written. */
  events(answer: ModelAnswer, question: Question): readonly string[];
  /** A reply that is well-formed and holds no answer at all. */
  empty(question: Question): unknown;
  /** A reply that is paid for and holds no answer where one should be. */
  hollow(question: Question): unknown;
  /**
   * The events of a stream that tells what it cost, as far as the provider does by then, and fails
   * before its end.
   */
  failing(answer: ModelAnswer, question: Question): readonly string[];
  /** What is known of the tokens when such a stream fails. */
  readonly failingUsage: Readonly<Record<string, number>>;
  error(status: number, message: string): unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of a refusal by rate, without Retry-After: the limit is renewed in a moment. */
  rateHeaders(): Readonly<Record<string, string>>;
}

export const usage = { input: 21, output: 7, cached: 4, thought: 2 };

export function dataUrlType(url: string): string {
  const type = /^data:([\w/+.-]+);base64,[A-Za-z0-9+/]+=*$/.exec(url)?.[1];
  if (!type) throw new Error(`no data URL: ${url.slice(0, 60)}`);
  return type;
}

export function event(data: unknown, name?: string): string {
  return `${name ? `event: ${name}\n` : ""}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

/** A text in pieces, as tokens come. */
export function pieces(text: string): readonly string[] {
  return text.match(/.{1,4}/gs) ?? [];
}
