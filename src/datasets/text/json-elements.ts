import type { ReadOptions, Row } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { byteStream } from "./byte-stream.ts";
import { withoutComments } from "./json-comments.ts";
import { jsonHint } from "./json-hint.ts";
import { refuseRepeatedKey } from "./repeated-key.ts";
import { longestRecordBytes, tooLong } from "./text-lines.ts";
import { refuseUtf16, utf8Text, withoutMark } from "./utf8.ts";

const batchBytes = 1 << 16;
const quote = 0x22;
const hash = 0x23;
const star = 0x2a;
const comma = 0x2c;
const slash = 0x2f;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openRecord = 0x7b;
const closeRecord = 0x7d;
const newline = 0x0a;

interface Piece {
  readonly bytes: Buffer;
  /** Line of its first byte. */
  readonly line: number;
}

/**
 * Streams the elements of a JSON array, holding no more than a chunk and the largest element: a
 * scanner finds where each element ends, and only that is parsed. `line` of a row is the element's
 * number.
 */
export async function* jsonElements(
  path: string,
  name: string,
  { comments = false }: ReadOptions = {},
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let held = 0;
  let element = 0;
  for await (const piece of elements(path, name, comments)) {
    element++;
    rows.push({ line: element, value: parseElement(piece, { path, element, comments }) });
    held += piece.bytes.length;
    if (held < batchBytes) continue;
    yield rows;
    rows = [];
    held = 0;
  }
  if (rows.length > 0) yield rows;
}

interface ElementPlace {
  readonly path: string;
  readonly element: number;
  readonly comments: boolean;
}

function parseElement({ bytes, line }: Piece, at: ElementPlace): unknown {
  const text = utf8Text(bytes, `${at.path}:${line}`);
  const plain = at.comments ? withoutComments(text) : text;
  const value = parsed(plain, line, at);
  refuseRepeatedKey({ text: plain, value, path: at.path, line: line - linesBefore(plain) });
  return value;
}

/** Line ends before the first sign, whose line is known. */
function linesBefore(text: string): number {
  return text.slice(0, text.search(/\S/)).split("\n").length - 1;
}

function parsed(text: string, line: number, { path, element }: ElementPlace): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const what = text.trim() === "" ? "nothing between two commas" : (error as Error).message;
    throw new UserError(`${path}:${line}: element ${element} is not JSON: ${what}`, jsonHint(text));
  }
}

/** The bytes of every element of the list that a file holds. */
async function* elements(path: string, name: string, comments: boolean): AsyncGenerator<Piece> {
  const scan = new ElementScanner(path, comments);
  let isFirst = true;
  for await (const chunk of byteStream(path, name)) {
    if (isFirst) refuseUtf16(chunk, path);
    yield* scan.take(isFirst ? withoutMark(chunk) : chunk);
    isFirst = false;
  }
  scan.finish();
}

type Place = "before" | "inside" | "after";
type Comment = "none" | "line" | "block";

/**
 * Finds the elements of a list in chunks of bytes. It knows brackets, quotes and comments, nothing
 * else: what an element says is read later.
 */
class ElementScanner {
  readonly #path: string;
  readonly #allowsComments: boolean;
  #place: Place = "before";
  #comment: Comment = "none";
  #isText = false;
  #isEscaped = false;
  #depth = 0;
  #line = 1;
  #isLineStart = true;
  #before = 0;
  #elementLine = 1;
  #hasContent = false;
  #count = 0;
  #pieces: Buffer[] = [];
  #held = 0;

  constructor(path: string, allowsComments: boolean) {
    this.#path = path;
    this.#allowsComments = allowsComments;
  }

  *take(chunk: Buffer): Generator<Piece> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isText) {
        at = this.#passText(chunk, at);
        continue;
      }
      const byte = chunk[at]!;
      if (byte === newline) this.#line++;
      if (this.#comment !== "none") this.#passComment(byte);
      else if (this.#startsComment(byte)) {
        this.#comment = byte === star ? "block" : "line";
        // The star that opens a comment does not close it as well.
        this.#before = 0;
        continue;
      } else if (this.#place !== "inside") {
        if (this.#passOutside(byte)) from = at + 1;
      } else if (byte === quote) {
        this.#isText = true;
        this.#note();
      } else if (byte === openList || byte === openRecord) {
        this.#depth++;
        this.#note();
      } else if (this.#depth > 0) {
        if (byte === closeList || byte === closeRecord) this.#depth--;
      } else if (byte === comma || byte === closeList) {
        yield* this.#end(chunk.subarray(from, at), byte === closeList);
        from = at + 1;
      } else if (byte > 0x20 && byte !== slash) this.#note();
      if (!this.#allowsComments) continue;
      this.#isLineStart = byte === newline || (this.#isLineStart && byte <= 0x20);
      this.#before = byte;
    }
    if (this.#place !== "inside" || from >= chunk.length) return;
    this.#pieces.push(chunk.subarray(from));
    this.#held += chunk.length - from;
    if (this.#held > longestRecordBytes)
      throw tooLong(`${this.#path}:${this.#elementLine}`, `element ${this.#count + 1}`);
  }

  /**
   * Goes on to the quote that ends a text, or to the end of the chunk; texts are most of a file
   * (benchmark: datasets).
   */
  #passText(chunk: Buffer, start: number): number {
    let at = start;
    let isEscaped = this.#isEscaped;
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) {
        this.#isText = false;
        this.#before = quote;
        break;
      }
    }
    this.#isEscaped = isEscaped;
    return at;
  }

  finish(): void {
    if (this.#place === "before")
      throw new UserError(`${this.#path}: is empty where a list of records is expected`);
    if (this.#place === "inside")
      throw new UserError(
        `${this.#path}:${this.#line}: the list ends in the middle of element ${this.#count + 1}`,
        "the file is cut off",
      );
  }

  #startsComment(byte: number): boolean {
    if (!this.#allowsComments) return false;
    return (
      (byte === hash && this.#isLineStart) ||
      (this.#before === slash && (byte === slash || byte === star))
    );
  }

  #passComment(byte: number): void {
    if (this.#comment === "line" ? byte === newline : byte === slash && this.#before === star)
      this.#comment = "none";
  }

  /** Remembers on which line an element starts. */
  #note(): void {
    if (this.#hasContent) return;
    this.#hasContent = true;
    this.#elementLine = this.#line;
  }

  /** Says whether the list starts here. */
  #passOutside(byte: number): boolean {
    if (byte <= 0x20 || (this.#allowsComments && byte === slash)) return false;
    if (this.#place === "after")
      throw new UserError(`${this.#path}:${this.#line}: something follows the end of the list`);
    if (byte !== openList)
      throw new UserError(
        `${this.#path}: holds ${kindOf(byte)} where a list of records is expected`,
      );
    this.#place = "inside";
    return true;
  }

  *#end(rest: Buffer, isLast: boolean): Generator<Piece> {
    const bytes = this.#pieces.length === 0 ? rest : Buffer.concat([...this.#pieces, rest]);
    this.#pieces = [];
    this.#held = 0;
    if (isLast) this.#place = "after";
    // An empty list; and with comments a comma may stand before the end.
    const isNothing = isLast && !this.#hasContent && (this.#count === 0 || this.#allowsComments);
    const line = this.#hasContent ? this.#elementLine : this.#line;
    this.#hasContent = false;
    if (isNothing) return;
    this.#count++;
    yield { bytes, line };
  }
}

function kindOf(byte: number): string {
  if (byte === openRecord) return "one object";
  if (byte === quote) return "a string";
  return byte === 0x74 || byte === 0x66 ? "a boolean" : byte === 0x6e ? "null" : "a number";
}
