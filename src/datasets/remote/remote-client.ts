import { failure, type Result } from "../../core/result.ts";
import type { UserError } from "../../core/user-error.ts";
import { wholeBytes } from "../../files/limited-bytes.ts";
import type { FileClient } from "../web/download.ts";
import { WebClient, type WebClientOptions } from "../web/web-client.ts";
import { gcsStore } from "./gcs-store.ts";
import { withoutSecrets } from "./remote-address.ts";
import type { HeaderList, Refused, RemoteStore } from "./remote-store.ts";
import { s3Store } from "./s3-store.ts";
import type { SignedAddresses } from "./signed-addresses.ts";
import { webStore } from "./web-store.ts";

export interface RemoteClientOptions extends Pick<WebClientOptions, "isOffline" | "firstPauseMs"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signed: SignedAddresses;
  onNote?(message: string): void;
}

interface HowRemote {
  readonly method?: "GET" | "HEAD";
  readonly signal?: AbortSignal | undefined;
}

const longestErrorBytes = 65_536;

/** Asks web servers, S3 and Google's storage, each in its way, patiently like every client here. */
export class RemoteClient {
  readonly #web: WebClient;
  readonly #stores: Readonly<Record<string, RemoteStore>>;

  constructor(options: RemoteClientOptions) {
    this.#web = new WebClient(options);
    const web = webStore(options.signed);
    const { environment } = options;
    this.#stores = { http: web, https: web, s3: s3Store(environment), gs: gcsStore(environment) };
  }

  note(message: string): void {
    this.#web.note(message);
  }

  /** What tells the file apart from all others, also from those of the same name elsewhere. */
  placeOf(address: string): string {
    return this.#storeOf(address).place(address);
  }

  async get(
    address: string,
    headers: HeaderList,
    { method = "GET", signal }: HowRemote = {},
  ): Promise<Response> {
    const store = this.#storeOf(address);
    const prepare = () => store.request(address, { method, headers });
    const ask = () => this.#web.get(withoutSecrets(address), headers, { method, signal, prepare });
    const answer = await ask();
    if (!store.learns?.(address, answer)) return answer;
    await answer.body?.cancel();
    return ask();
  }

  /** The same for a download, which is left when somebody signals. */
  leavable(signal: AbortSignal | undefined): FileClient {
    return {
      get: (address, headers = {}) => this.get(address, headers, { signal }),
      pauseBefore: (attempt) => this.#web.pauseBefore(attempt),
    };
  }

  /**
   * What an answer other than success means: an error, or why the file counts as missing. Its body
   * says which mistake it is.
   */
  async lackOf(address: string, answer: Response): Promise<Result<never>> {
    const { status } = answer;
    if (status === 404 || status === 410) {
      await answer.body?.cancel();
      return failure(`${withoutSecrets(address)}: is not there (${status})`);
    }
    const refused = await refusedOf(answer);
    const store = this.#storeOf(address);
    const refusal = store.refusal(address, refused);
    if (store.lacks?.(address, refused)) return failure(refusal.message);
    throw refusal;
  }

  async refusalOf(address: string, answer: Response): Promise<UserError> {
    return this.#storeOf(address).refusal(address, await refusedOf(answer));
  }

  #storeOf(address: string): RemoteStore {
    return this.#stores[address.slice(0, address.indexOf(":"))]!;
  }
}

/** Only the name of the mistake: the rest may repeat what was sent, keys and all. */
async function refusedOf(answer: Response): Promise<Refused> {
  const body = await wholeBytes(answer.body, longestErrorBytes).catch(() => Buffer.alloc(0));
  const code = /<Code>(\w{1,64})<\/Code>/.exec(body.toString("utf8"))?.[1] ?? "";
  return { status: answer.status, code };
}
