import type { Random } from "../../../core/random.ts";

/** A picture that can only be described by seeing it. */
export interface Slide {
  /** Four digits, unlike those of every other slide of the clip. */
  readonly code: string;
  /** Of the background; never the colour of the slide before. */
  readonly colour: SlideColour;
}

export const slideSize = { width: 768, height: 432 } as const;

/** Colours whose names nobody doubts. Black and white are those of the code itself. */
export const slideColours = {
  red: [214, 32, 32],
  green: [30, 160, 60],
  blue: [36, 72, 220],
  yellow: [250, 225, 40],
  orange: [250, 140, 15],
  purple: [130, 40, 180],
} as const;
export type SlideColour = keyof typeof slideColours;
const colourNames = Object.keys(slideColours) as readonly SlideColour[];

/** Digits of five by seven pixels, row by row from the top. */
export const digitGlyphs: readonly (readonly string[])[] = [
  [" ### ", "#   #", "#   #", "#   #", "#   #", "#   #", " ### "],
  ["  #  ", " ##  ", "# #  ", "  #  ", "  #  ", "  #  ", "#####"],
  [" ### ", "#   #", "    #", "   # ", "  #  ", " #   ", "#####"],
  ["#### ", "    #", "    #", " ### ", "    #", "    #", "#### "],
  ["   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "],
  ["#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "],
  [" ### ", "#    ", "#    ", "#### ", "#   #", "#   #", " ### "],
  ["#####", "    #", "   # ", "   # ", "  #  ", "  #  ", "  #  "],
  [" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "],
  [" ### ", "#   #", "#   #", " ####", "    #", "    #", " ### "],
];

/** Pixels of the picture for each pixel of a digit. */
const glyphScale = 22;
/** Where digits are drawn: 4 of 5 pixels with a gap of 1, in the middle. */
export const codePanel = {
  left: (slideSize.width - 23 * glyphScale) / 2,
  top: (slideSize.height - 7 * glyphScale) / 2,
  cell: glyphScale,
  digitStep: 6 * glyphScale,
} as const;
const panelMargin = 2 * glyphScale;

const firstCode = 1_000;
const codes = 9_000;

/** So many slides, drawn by lot. */
export function sightSlides(count: number, random: Random): readonly Slide[] {
  const used = new Set<string>();
  const slides: Slide[] = [];
  while (slides.length < count) {
    const code = String(firstCode + Math.floor(random() * codes));
    if (used.has(code)) continue;
    used.add(code);
    const others = colourNames.filter((name) => name !== slides.at(-1)?.colour);
    slides.push({ code, colour: others[Math.floor(random() * others.length)]! });
  }
  return slides;
}

/** Packed RGB of `slideSize`: the code in white on a black panel, in front of the colour. */
export function drawSlide({ code, colour }: Slide): Uint8Array {
  const { width, height } = slideSize;
  const picture = new Uint8Array(3 * width * height);
  const fill = (box: Box, rgb: readonly number[]) => {
    const line = new Uint8Array(3 * box.width).map((_, at) => rgb[at % 3]!);
    for (let y = box.top; y < box.top + box.height; y++)
      picture.set(line, 3 * (y * width + box.left));
  };
  const { left, top, cell, digitStep } = codePanel;
  fill({ left: 0, top: 0, width, height }, slideColours[colour]);
  fill(
    {
      left: left - panelMargin,
      top: top - panelMargin,
      width: 23 * cell + 2 * panelMargin,
      height: 7 * cell + 2 * panelMargin,
    },
    [0, 0, 0],
  );
  for (const [place, digit] of [...code].entries())
    for (const [row, line] of digitGlyphs[Number(digit)]!.entries())
      for (const [column, mark] of [...line].entries())
        if (mark === "#")
          fill(
            {
              left: left + place * digitStep + column * cell,
              top: top + row * cell,
              width: cell,
              height: cell,
            },
            [255, 255, 255],
          );
  return picture;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
