import { AV_LOG_ERROR, AV_LOG_QUIET, AV_LOG_WARNING } from "node-av/constants";
import { Log } from "node-av/lib";
import { afterEach, expect, it } from "vitest";
import { listenToDecoder } from "./decoder-log.ts";

afterEach(() => Log.setLevel(AV_LOG_QUIET));

it("tells every kind of complaint once", async () => {
  using log = listenToDecoder();
  Log.log(AV_LOG_ERROR, "File ended prematurely at pos. 17 (0x11)\n");
  Log.log(AV_LOG_ERROR, "File ended prematurely at pos. 4711 (0x1267)\n");
  Log.log(AV_LOG_ERROR, "Invalid level prefix\n");
  Log.log(AV_LOG_WARNING, "deprecated pixel format used\n");
  expect(await log.warnings()).toEqual([
    "FFmpeg complains: File ended prematurely at pos. 17 (0x11) (2 times)",
    "FFmpeg complains: Invalid level prefix",
  ]);
});

it("hears the warnings that tell of lost pictures, and no other", async () => {
  using log = listenToDecoder();
  Log.log(AV_LOG_WARNING, "Skipping invalid undecodable NALU: 40\n");
  Log.log(AV_LOG_WARNING, "Found EOI before any SOF, ignoring\n");
  Log.log(AV_LOG_WARNING, "Could not update timestamps for skipped samples.\n");
  expect(await log.warnings()).toEqual([
    "FFmpeg complains: Skipping invalid undecodable NALU: 40",
    "FFmpeg complains: Found EOI before any SOF, ignoring",
  ]);
});

it("passes over what starting midway brings", async () => {
  using log = listenToDecoder();
  Log.log(AV_LOG_ERROR, "mmco: unref short failure\n");
  Log.log(AV_LOG_ERROR, "Missing reference picture, default is 65568\n");
  expect(await log.warnings()).toEqual([]);
});

it("counts what a file in shreds brings", async () => {
  using log = listenToDecoder();
  for (const letter of "abcdefghij") Log.log(AV_LOG_ERROR, `trouble ${letter}\n`);
  const warnings = await log.warnings();
  expect(warnings).toHaveLength(9);
  expect(warnings.at(-1)).toBe("FFmpeg complains of 2 other things");
});

it("ends with itself", async () => {
  const first = listenToDecoder();
  first[Symbol.dispose]();
  expect(Log.getLevel()).toBe(AV_LOG_QUIET);
  using second = listenToDecoder();
  Log.log(AV_LOG_ERROR, "later\n");
  expect(await second.warnings()).toEqual(["FFmpeg complains: later"]);
  expect(await first.warnings()).toEqual([]);
});
