/** Members of a query that sign an address, or open it, and change whenever it is signed anew. */
const signing =
  /^(?:x-(?:amz|goog)-.*|signature|expires|awsaccesskeyid|googleaccessid|key-pair-id|policy|sig|token|access_token|api_?key|auth|authorization|password|secret)$/i;
/** Those of Azure stand beside `sig`. */
const besideSig: ReadonlySet<string> = new Set(
  "sv se sp sr st spr sip ss srt skoid sktid skt ske sks skv".split(" "),
);

/**
 * Addresses that rows bring signed, or with a name and password: rows go on without that, so that
 * no log or report holds it and a sample is the same when its address was signed anew. Whoever
 * fetches gets the whole address.
 */
export class SignedAddresses {
  readonly #whole = new Map<string, string>();

  /** The same value, its addresses without what signs them. */
  hide<T>(value: T): T {
    return this.#hidden(value) as T;
  }

  /** The address as the data has it. */
  whole(address: string): string {
    return this.#whole.get(address) ?? address;
  }

  #hidden(value: unknown): unknown {
    if (typeof value === "string") return this.#plain(value);
    if (Array.isArray(value)) return this.#eachOf(value);
    if (value === null || typeof value !== "object" || !isPlain(value)) return value;
    let changed: Record<string, unknown> | undefined;
    // In place: values of a million rows would have to be copied out first.
    for (const name in value) {
      const member = (value as Readonly<Record<string, unknown>>)[name];
      const hidden = this.#hidden(member);
      if (hidden === member) continue;
      changed ??= { ...value };
      changed[name] = hidden;
    }
    return changed ?? value;
  }

  #eachOf(values: readonly unknown[]): readonly unknown[] {
    if (typeof values[0] === "number") return values;
    let changed: unknown[] | undefined;
    for (let i = 0; i < values.length; i++) {
      const hidden = this.#hidden(values[i]);
      if (hidden !== values[i]) changed ??= values.slice();
      if (changed) changed[i] = hidden;
    }
    return changed ?? values;
  }

  #plain(text: string): string {
    if (!/^https?:\/\/\S*[?@]\S*$/.test(text) || !URL.canParse(text)) return text;
    const url = new URL(text);
    const names = [...url.searchParams.keys()];
    const dropped = names.filter(
      (name) => signing.test(name) || (names.includes("sig") && besideSig.has(name)),
    );
    if (dropped.length === 0 && url.username === "" && url.password === "") return text;
    for (const name of dropped) url.searchParams.delete(name);
    url.username = "";
    url.password = "";
    this.#whole.set(url.href, text);
    return url.href;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
