import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const packageName = "@fontsource/source-sans-3";
/** The family as specifications name it. */
export const embeddedFamily = "Source Sans 3";

/** A part of the font, as it is published: some scripts in one weight. */
export interface FontPart {
  readonly subset: string;
  readonly weight: 400 | 600;
  readonly bytes: Uint8Array;
  /** In the words of CSS. */
  readonly range: string;
}

/** All parts of the font that charts are set in; Source Sans 3 is under the OFL 1.1. */
export function readFontParts(): readonly FontPart[] {
  const { resolve } = createRequire(import.meta.url);
  const ranges = JSON.parse(
    readFileSync(resolve(`${packageName}/unicode.json`), "utf8"),
  ) as Readonly<Record<string, string>>;
  return Object.entries(ranges).flatMap(([subset, range]) =>
    ([400, 600] as const).map((weight) => ({
      subset,
      weight,
      range,
      bytes: readFileSync(
        resolve(`${packageName}/files/source-sans-3-${subset}-${weight}-normal.woff2`),
      ),
    })),
  );
}

/** Rules of CSS with the parts inside that a text needs. */
export function fontFaces(parts: readonly FontPart[], text: string): string {
  return parts
    .filter(({ range }) => isNeeded(range, text))
    .map(
      ({ weight, range, bytes }) =>
        `@font-face{font-family:"${embeddedFamily}";font-weight:${weight};src:url(data:font/woff2;base64,${Buffer.from(bytes).toString("base64")}) format("woff2");unicode-range:${range}}`,
    )
    .join("");
}

function isNeeded(range: string, text: string): boolean {
  const spans = range.split(",").map((part) => {
    const [from = "", to = from] = part.trim().replace("U+", "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  const letters = new Set(Array.from(text, (letter) => letter.codePointAt(0)!));
  return [...letters].some((letter) => spans.some(([from, to]) => letter >= from && letter <= to));
}
