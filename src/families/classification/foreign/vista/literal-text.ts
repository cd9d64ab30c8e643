import { failure, type Result, success } from "../../../../core/result.ts";

/** Deeper than any data, and far from the end of the stack. */
const mostDepth = 100;

/**
 * Reads a text as JSON or as a literal of JavaScript: quotes of either kind, keys without quotes,
 * trailing commas and comments. Lists, records, texts, numbers, true, false and null only: nothing
 * is run. A mistake is named by line and column.
 */
export function literalText(text: string): Result<unknown> {
  try {
    return success(JSON.parse(text) as unknown);
  } catch {
    return literal(text);
  }
}

function literal(text: string): Result<unknown> {
  const reader = new LiteralReader(text);
  try {
    return success(reader.whole());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const before = text.slice(0, reader.position).split("\n");
    return failure(`${before.length}:${before.at(-1)!.length + 1}: ${error.message}`);
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  0: "\0",
};

/** A cursor over the text; its methods leave it behind what they read. */
class LiteralReader {
  readonly #text: string;
  position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#skip();
    if (this.#text[this.position] === ";") this.position++;
    this.#skip();
    if (this.position < this.#text.length) throw new SyntaxError("nothing may follow the data");
    return value;
  }

  #value(depth: number): unknown {
    if (depth > mostDepth) throw new SyntaxError("nested too deeply");
    this.#skip();
    const sign = this.#text[this.position];
    if (sign === "[") return this.#list(depth);
    if (sign === "{") return this.#record(depth);
    if (sign === '"' || sign === "'" || sign === "`") return this.#quoted();
    return this.#word();
  }

  #list(depth: number): readonly unknown[] {
    const items: unknown[] = [];
    this.#members("]", () => items.push(this.#value(depth + 1)));
    return items;
  }

  #record(depth: number): Readonly<Record<string, unknown>> {
    const members = new Map<string, unknown>();
    this.#members("}", () => {
      const key = this.#key();
      this.#skip();
      if (this.#text[this.position] !== ":") throw new SyntaxError(`expected ":" after "${key}"`);
      this.position++;
      members.set(key, this.#value(depth + 1));
    });
    return Object.fromEntries(members);
  }

  /** What stands between brackets, separated by commas, the last of which may follow the end. */
  #members(end: string, read: () => void): void {
    this.position++;
    for (;;) {
      this.#skip();
      if (this.#text[this.position] === end) break;
      read();
      this.#skip();
      const sign = this.#text[this.position];
      if (sign === ",") this.position++;
      else if (sign !== end) throw new SyntaxError(`expected "," or "${end}"`);
    }
    this.position++;
  }

  #key(): string {
    const sign = this.#text[this.position];
    return sign === '"' || sign === "'"
      ? this.#quoted()
      : this.#match(/[\p{L}\p{N}_$]+/uy, "a key");
  }

  #quoted(): string {
    const quote = this.#text[this.position++];
    let text = "";
    for (;;) {
      const sign = this.#text[this.position];
      if (sign === undefined || (sign === "\n" && quote !== "`"))
        throw new SyntaxError("a text has no closing quote");
      if (quote === "`" && this.#text.startsWith("${", this.position))
        throw new SyntaxError("a text may hold no expression");
      this.position++;
      if (sign === quote) return text;
      text += sign === "\\" ? this.#escaped() : sign;
    }
  }

  #escaped(): string {
    const sign = this.#text[this.position++] ?? "";
    if (sign === "\n") return "";
    if (sign !== "u" && sign !== "x") return escapes[sign] ?? sign;
    const pattern = sign === "x" ? /[\da-f]{2}/iy : /[\da-f]{4}|\{[\da-f]{1,6}\}/iy;
    const digits = this.#match(pattern, "hexadecimal digits").replaceAll(/[{}]/g, "");
    const code = Number.parseInt(digits, 16);
    if (code > 0x10ffff) throw new SyntaxError("no such character");
    return String.fromCodePoint(code);
  }

  #word(): unknown {
    const word = this.#match(/[+-]?[\p{L}\p{N}_$.]+(?:(?<=[eE])[+-]\d+)?/uy, "a value");
    if (word === "true" || word === "false") return word === "true";
    if (word === "null" || word === "undefined") return null;
    const number = /^[+-]?(?:\d|\.\d)/.test(word) ? Number(word) : Number.NaN;
    if (Number.isFinite(number)) return number;
    this.position -= word.length;
    throw new SyntaxError(`"${word}" is no data: texts need quotes`);
  }

  #match(pattern: RegExp, name: string): string {
    pattern.lastIndex = this.position;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) throw new SyntaxError(`expected ${name}`);
    this.position += found.length;
    return found;
  }

  /** White space and comments. */
  #skip(): void {
    const pattern = /(?:\s|\uFEFF|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    pattern.lastIndex = this.position;
    pattern.exec(this.#text);
    this.position = pattern.lastIndex;
  }
}
