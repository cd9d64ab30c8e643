import { expect, it } from "vitest";
import { cutText } from "./cut-text.ts";

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc…"],
  ["", 3, ""],
  ["ab🎬d", 3, "ab…"],
  ["a🎬cd", 3, "a🎬…"],
])("cuts %j to %i", (text, length, expected) => expect(cutText(text, length)).toBe(expected));
