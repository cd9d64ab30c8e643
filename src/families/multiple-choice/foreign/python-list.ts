const escaped =
  /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|([\s\S]))/g;
const named: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/**
 * The texts of a list as Python prints it, such as `['Yes', "It's"]`; `undefined` where it is
 * something else.
 */
export function parsePythonList(text: string): readonly string[] | undefined {
  const inner = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1]?.replace(/,\s*$/, "");
  if (inner === undefined) return undefined;
  const item = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(?:,|$)/sy;
  const items: string[] = [];
  for (let at = 0; at < inner.length; at = item.lastIndex) {
    item.lastIndex = at;
    const match = item.exec(inner);
    if (!match) return undefined;
    items.push(unescaped(match[1] ?? match[2] ?? ""));
  }
  return items;
}

function unescaped(text: string): string {
  return text.replace(escaped, (_, x?: string, u?: string, long?: string, plain?: string) => {
    const code = x ?? u ?? long;
    return code === undefined
      ? (named[plain!] ?? plain!)
      : String.fromCodePoint(Number.parseInt(code, 16));
  });
}
