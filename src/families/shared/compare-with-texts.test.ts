import { expect, it } from "vitest";
import { play, videoOf } from "../../../test/support/play.ts";
import { answered } from "../../core/run/outcome.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { compareWithTexts } from "./compare-with-texts.ts";

const frame = { atSeconds: 0, digest: "d", mediaType: "image/x-rgb", width: 2, height: 2 };

it.each([1, 2, 3, 4, 5, 7, 8, 13, 512])(
  "is the plain formula for vectors of %s numbers",
  (size) => {
    const random = seededRandom(size);
    const vector = () => Float32Array.from({ length: size }, () => random() - 0.5);
    const video = vector();
    const texts = [vector(), new Float32Array(size), vector(), video];
    const compared = (similarity: "cosine" | "dot") =>
      play(compareWithTexts([{}], ["a", "b", "c", "d"], similarity), {
        see: videoOf([frame]),
        reply: (ask) =>
          answered("texts" in ask ? Float32Array.from(texts.flatMap((one) => [...one])) : video),
      }).outcome;
    const sum = (a: Float32Array, b: Float32Array) =>
      a.reduce((all, one, i) => all + one * b[i]!, 0);
    const products = texts.map((text) => sum(video, text));
    const cosines = texts.map((text, i) => {
      const lengths = Math.sqrt(sum(video, video) * sum(text, text));
      return lengths === 0 ? 0 : products[i]! / lengths;
    });
    expect(compared("dot")).toEqual(answered(products.map((one) => expect.closeTo(one, 10))));
    expect(compared("cosine")).toEqual(answered(cosines.map((one) => expect.closeTo(one, 10))));
  },
);
