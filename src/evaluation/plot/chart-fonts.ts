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
  const letters = lettersOf(text);
  return parts
    .filter((part) => letters.some((letter) => holds(part, letter)))
    .map(
      ({ weight, range, bytes }) =>
        `@font-face{font-family:"${embeddedFamily}";font-weight:${weight};src:url(data:font/woff2;base64,${Buffer.from(bytes).toString("base64")}) format("woff2");unicode-range:${range}}`,
    )
    .join("");
}

/** Whether a text has letters that the font lacks, such as Chinese ones. */
function lacksLetters(parts: readonly FontPart[], text: string): boolean {
  return lettersOf(text).some((letter) => !parts.some((part) => holds(part, letter)));
}

function lettersOf(text: string): readonly number[] {
  return [...new Set(Array.from(text, (letter) => letter.codePointAt(0)!))];
}

function holds({ range }: FontPart, letter: number): boolean {
  return range.split(",").some((part) => {
    const [from = "", to = from] = part.trim().replace("U+", "").split("-");
    return letter >= Number.parseInt(from, 16) && letter <= Number.parseInt(to, 16);
  });
}

/** A canvas finds letters by family, so that each part of the font has one of its own there. */
export function canvasFamily({ subset }: Pick<FontPart, "subset">): string {
  return subset === "latin" ? embeddedFamily : `${embeddedFamily} ${subset}`;
}

/** Of the machine's fonts those that are tried for letters that ours lacks, plain ones first. */
const mostMachineFonts = 40;

/** Families for a canvas: the parts of the font, then what the machine has where it is needed. */
export function canvasFamilies(
  parts: readonly FontPart[],
  machineFonts: readonly string[],
  text: string,
): string {
  const own = [embeddedFamily, ...parts.map(canvasFamily)];
  const isPlain = (name: string) => /\b(?:Sans|Gothic|Hei|Arial|Helvetica|UI)\b/.test(name);
  const more = lacksLetters(parts, text)
    ? [...machineFonts.filter(isPlain), ...machineFonts].slice(0, mostMachineFonts)
    : [];
  const names = new Set([...own, ...more]);
  return [...[...names].map((name) => `"${name.replaceAll('"', "")}"`), "sans-serif"].join(", ");
}
