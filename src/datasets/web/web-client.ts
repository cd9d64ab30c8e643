import { setTimeout as pause } from "node:timers/promises";
import { UserError } from "../../core/user-error.ts";

export interface WebClientOptions {
  readonly isOffline: boolean;
  /** Sent to this origin only. */
  readonly secret?: { readonly origin: string; readonly token: string } | undefined;
  /** Told of what takes long, such as waiting. */
  onNote?(message: string): void;
  /** How long one waits before trying again, where the server does not say; milliseconds. */
  readonly firstPauseMs?: number;
}

/** What is asked, where that is more than an address. */
export interface HowToAsk {
  readonly method?: "GET" | "HEAD";
  readonly signal?: AbortSignal | undefined;
  /** What is sent in fact, made anew for every attempt; the address as given is for messages. */
  prepare?(): Promise<{
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: "follow" | "manual";
  }>;
}

const attempts = 5;
const longestPauseMs = 300_000;
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Asks servers politely: waits as long as they ask for, tries again what passes, and touches
 * nothing while offline.
 */
export class WebClient {
  readonly #options: WebClientOptions;

  constructor(options: WebClientOptions) {
    this.#options = options;
  }

  note(message: string): void {
    this.#options.onNote?.(message);
  }

  /** An answer of any status that will not change by asking again. */
  async get(
    url: string,
    headers: Readonly<Record<string, string>> = {},
    how: HowToAsk = {},
  ): Promise<Response> {
    if (this.#options.isOffline)
      throw new UserError(
        `offline, but this would be fetched: ${withoutQuery(url)}`,
        "leave out --offline, or fetch it once before",
      );
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#ask(url, headers, how);
      if (answer instanceof Response && !passing.has(answer.status)) return answer;
      if (answer instanceof Response) await answer.body?.cancel();
      const reason = answer instanceof Response ? `answered ${answer.status}` : answer.message;
      if (attempt === attempts)
        throw new UserError(
          `${withoutQuery(url)}: ${reason}, ${attempts} times`,
          "try again later",
        );
      await this.#wait(
        attempt,
        answer instanceof Response ? retryAfterMs(answer) : undefined,
        `${withoutQuery(url)} ${reason}`,
        how.signal,
      );
    }
  }

  /** Waits longer each time; what the server asks for comes first. */
  async #wait(
    attempt: number,
    askedMs: number | undefined,
    why: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { firstPauseMs = 500 } = this.#options;
    const waitMs = askedMs ?? firstPauseMs * 2 ** (attempt - 1);
    if (waitMs > longestPauseMs)
      throw new UserError(
        `${why}, and asks to wait ${Math.round(waitMs / 60_000)} minutes`,
        "try again then",
      );
    if (waitMs >= 2_000) this.note(`${why}; waiting ${Math.round(waitMs / 1000)} s`);
    await pause(waitMs, undefined, signal ? { signal } : {});
  }

  async pauseBefore(attempt: number): Promise<void> {
    await pause((this.#options.firstPauseMs ?? 500) * 2 ** (attempt - 1));
  }

  async #ask(
    url: string,
    headers: Readonly<Record<string, string>>,
    { method = "GET", signal, prepare }: HowToAsk,
  ): Promise<Response | Error> {
    const { secret } = this.#options;
    const own =
      secret && !prepare && new URL(url).origin === secret.origin
        ? { authorization: `Bearer ${secret.token}` }
        : undefined;
    const sent = (await prepare?.()) ?? {
      url,
      headers: { ...headers, ...own },
      redirect: "follow" as const,
    };
    try {
      // On the way to another origin the authorization is dropped by fetch.
      return await fetch(sent.url, {
        method,
        headers: { "user-agent": "vidimus", ...sent.headers },
        redirect: sent.redirect,
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      return new Error(connectionProblem(error));
    }
  }
}

/** Signed addresses carry secrets in their query. */
export function withoutQuery(url: string): string {
  return url.split("?")[0]!;
}

function retryAfterMs(answer: Response): number | undefined {
  const asked = answer.headers.get("retry-after");
  if (asked === null) return undefined;
  const seconds = Number(asked);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

export function connectionProblem(error: unknown): string {
  const { message, cause } = error as Error;
  const reason =
    cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : undefined;
  return `cannot be reached (${reason ?? message})`;
}
