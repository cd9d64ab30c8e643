import { describe, expect, it } from "vitest";
import { drawFrame } from "./draw-frame.ts";
import { MAX_FRAME_NUMBER, readFrameNumber } from "./frame-number.ts";

function grayToRgb(gray: Buffer): Buffer {
  return Buffer.from(
    Uint8Array.from({ length: gray.length * 3 }, (_, at) => gray[Math.floor(at / 3)]!),
  );
}

describe("readFrameNumber", () => {
  it("reads every number that can be drawn, at an odd size too", () => {
    for (let number = 0; number <= MAX_FRAME_NUMBER; number += 7) {
      const rgb = grayToRgb(drawFrame(number, { width: 37, height: 21, pixels: "gray8" }));
      expect(readFrameNumber(rgb, 37, 21)).toBe(number);
    }
  });

  it("reads none from grey, and none from a turned picture but by rare chance", () => {
    expect(readFrameNumber(Buffer.alloc(32 * 32 * 3, 128), 32, 32)).toBeNull();
    const turned = Array.from({ length: 200 }, (_, number) => {
      const rgb = grayToRgb(
        drawFrame(number, { width: 32, height: 32, pixels: "gray8", rotation: 180 }),
      );
      return readFrameNumber(rgb, 32, 32) === number;
    });
    expect(turned.filter(Boolean).length).toBeLessThan(10);
  });
});
