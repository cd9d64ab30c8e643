import { failure, type Result, success } from "../../../core/result.ts";

/** An element of XML; comments, instructions and the type of the document are left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its text, without that of its children. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)([^\s/>]+)((?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/y;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Reads a document of XML as annotation tools write it. */
export function parseXml(text: string): Result<XmlElement> {
  const root: Open = { name: "", attributes: {}, children: [], text: "" };
  const open: Open[] = [root];
  const reader = new RegExp(token);
  while (reader.lastIndex < text.length) {
    const at = reader.lastIndex;
    const found = reader.exec(text);
    if (!found) return failure(`not valid XML: line ${lineAt(text, at)}`);
    const [, data, slash, name, attributes = "", isEmpty, plain] = found;
    const here = open.at(-1)!;
    if (plain !== undefined) here.text += unescaped(plain);
    else if (data !== undefined) here.text += data;
    else if (name === undefined) continue;
    else if (slash) {
      if (open.length === 1 || here.name !== name)
        return failure(`not valid XML: </${name}> in line ${lineAt(text, at)} closes nothing`);
      open.pop();
    } else {
      const element: Open = { name, attributes: attributesIn(attributes), children: [], text: "" };
      here.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  if (open.length > 1) return failure(`not valid XML: <${open.at(-1)!.name}> is not closed`);
  const [first] = root.children;
  return first ? success(first) : failure("not valid XML: there is no element");
}

/** All elements of this name below an element. */
export function elementsOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsOf(child, name),
  ]);
}

/** The text of the first child of this name. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text.trim();
}

/** Text as it stands in XML, also inside of attributes. */
export function escapedXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;")
    .replaceAll("\t", "&#9;");
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name, double, single]) => [
      name!,
      unescaped(double ?? single ?? ""),
    ]),
  );
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return named[name as string] ?? whole;
  });
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
