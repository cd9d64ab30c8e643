/** The basic names of colours, with a typical one each. */
const colours: Readonly<Record<string, readonly [red: number, green: number, blue: number]>> = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  grey: [128, 128, 128],
  red: [220, 30, 30],
  orange: [245, 140, 20],
  yellow: [240, 220, 40],
  green: [40, 170, 60],
  blue: [40, 80, 220],
  purple: [140, 50, 190],
  pink: [245, 150, 190],
  brown: [120, 75, 40],
};
const names = Object.keys(colours);
const otherWords: Readonly<Record<string, string>> = {
  gray: "grey",
  dark: "black",
  violet: "purple",
};
/** Pixels looked at, at most: a coarse grid is enough for colours. */
const mostPixels = 4_096;

/**
 * One more than colours: what no colour says stands in the last place, so that a text without
 * colours is like no picture more than another.
 */
export const colourDimensions = names.length + 1;

/** How much of a picture has each colour. */
export function pictureColours(rgb: Uint8Array): Float32Array {
  const vector = new Float32Array(colourDimensions);
  const pixels = Math.floor(rgb.length / 3);
  const step = Math.max(1, Math.floor(pixels / mostPixels));
  let seen = 0;
  for (let pixel = 0; pixel < pixels; pixel += step, seen++) vector[nearest(rgb, 3 * pixel)]! += 1;
  for (let i = 0; i < vector.length; i++) vector[i]! /= Math.max(1, seen);
  return vector;
}

function nearest(rgb: Uint8Array, at: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, name] of names.entries()) {
    const [red, green, blue] = colours[name]!;
    const distance =
      (rgb[at]! - red) ** 2 + (rgb[at + 1]! - green) ** 2 + (rgb[at + 2]! - blue) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** Which colours a text names. */
export function textColours(text: string): Float32Array {
  const vector = new Float32Array(colourDimensions);
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    const index = names.indexOf(otherWords[word] ?? word);
    if (index >= 0) vector[index]! += 1;
  }
  if (vector.every((value) => value === 0)) vector[names.length] = 1;
  return vector;
}
