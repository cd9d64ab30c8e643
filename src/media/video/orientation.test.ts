import { AV_PKT_DATA_DISPLAYMATRIX } from "node-av/constants";
import { CodecParameters } from "node-av/lib";
import { describe, expect, it } from "vitest";
import { isSideways, type Orientation, orientRgb, readOrientation } from "./orientation.ts";

/** A picture of one letter per pixel. */
function picture(...rows: string[]): { rgb: Buffer; width: number; height: number } {
  const text = rows.join("");
  return {
    rgb: Buffer.from([...text].map((letter) => letter.repeat(3)).join("")),
    width: rows[0]!.length,
    height: rows.length,
  };
}

function turned(orientation: Orientation, ...rows: string[]): string[] {
  const { rgb, width, height } = picture(...rows);
  const text = orientRgb(rgb, { width, height }, orientation).toString();
  const outWidth = isSideways(orientation) ? height : width;
  const letters = [...text].filter((_, at) => at % 3 === 0).join("");
  return letters.match(new RegExp(`.{${outWidth}}`, "g"))!;
}

describe("orientRgb", () => {
  it.each([
    [{ rotation: 0, mirrored: false }, ["abc", "def"]],
    [{ rotation: 90, mirrored: false }, ["da", "eb", "fc"]],
    [{ rotation: 180, mirrored: false }, ["fed", "cba"]],
    [{ rotation: 270, mirrored: false }, ["cf", "be", "ad"]],
    [{ rotation: 0, mirrored: true }, ["cba", "fed"]],
    [{ rotation: 90, mirrored: true }, ["fc", "eb", "da"]],
    [{ rotation: 180, mirrored: true }, ["def", "abc"]],
    [{ rotation: 270, mirrored: true }, ["ad", "be", "cf"]],
  ] as const)("%j", (orientation, expected) => {
    expect(turned(orientation, "abc", "def")).toEqual(expected);
  });

  it("turns a single column", () => {
    expect(turned({ rotation: 90, mirrored: true }, "a", "b")).toEqual(["ba"]);
  });
});

describe("readOrientation", () => {
  it.each([
    [[1, 0, 0, 1], { rotation: 0, mirrored: false }],
    [[0, 1, -1, 0], { rotation: 90, mirrored: false }],
    [[-1, 0, 0, -1], { rotation: 180, mirrored: false }],
    [[0, -1, 1, 0], { rotation: 270, mirrored: false }],
    [[-1, 0, 0, 1], { rotation: 0, mirrored: true }],
    [[1, 0, 0, -1], { rotation: 180, mirrored: true }],
    [[0.98, 0.17, -0.17, 0.98], { rotation: 0, mirrored: false }],
  ])("matrix %j", ([a, b, c, d], expected) => {
    using parameters = new CodecParameters();
    parameters.alloc();
    const matrix = Buffer.alloc(36);
    for (const [at, cell] of [a!, b!, 0, c!, d!, 0, 0, 0, 2 ** 14].entries())
      matrix.writeInt32LE(cell * 2 ** 16, at * 4);
    parameters.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix);
    expect(readOrientation(parameters)).toEqual(expected);
  });

  it("is upright without one", () => {
    using parameters = new CodecParameters();
    parameters.alloc();
    expect(readOrientation(parameters)).toEqual({ rotation: 0, mirrored: false });
  });
});
