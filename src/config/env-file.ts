import { UserError } from "../core/user-error.ts";

/**
 * The variables of an env file: lines of `NAME=value`, also behind `export`, empty ones and those
 * that begin with `#`. A value ends at the end of its line or at ` #`; in 'single quotes' it is
 * taken as it is, in "double quotes" `\n`, `\t`, `\r`, `\"` and `\\` are read. Nothing in a value
 * is replaced by other variables. `path` is for messages, which never repeat a value.
 * @throws {UserError} naming file and line.
 */
export function parseEnvFile(text: string, path: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  const lineOf = new Map<string, number>();
  for (const [at, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const wrong = (message: string, hint: string) =>
      new UserError(`${path}:${at + 1}: ${message}`, hint);
    const { name, rest } =
      /^\s*(?:export\s+)?(?<name>[A-Za-z_]\w*)=(?<rest>.*)$/s.exec(line)?.groups ?? {};
    if (name === undefined || rest === undefined)
      throw wrong("no variable", "write NAME=value, without spaces around =");
    const before = lineOf.get(name);
    if (before !== undefined) throw wrong(`${name} is set twice`, `line ${before} sets it too`);
    const value = readValue(rest);
    if (value === undefined) throw wrong(`the value of ${name} cannot be read`, valueHint);
    lineOf.set(name, at + 1);
    values[name] = value;
  }
  return values;
}

const valueHint = `end quotes on the same line, with nothing but a comment behind them; in double quotes write \\" and \\\\`;
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "\\": "\\",
};

/** `undefined` where it cannot be read. */
function readValue(rest: string): string | undefined {
  const single = /^'([^']*)'\s*(?:#.*)?$/s.exec(rest);
  if (single) return single[1]!;
  const double = /^"((?:[^"\\]|\\["\\ntr])*)"\s*(?:#.*)?$/s.exec(rest);
  if (double) return double[1]!.replace(/\\(.)/g, (_, letter: string) => escapes[letter]!);
  const plain = rest.replace(/(?:^|\s)#.*$/s, "").trimEnd();
  return /^[\s'"]|["']$/.test(plain) ? undefined : plain;
}
