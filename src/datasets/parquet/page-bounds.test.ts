import type { SchemaElement, SchemaTree } from "hyparquet";
import { expect, it } from "vitest";
import type { LeafDecoder } from "./leaf.ts";
import { checkLevels, checkPage } from "./page-bounds.ts";

function tree(element: Partial<SchemaElement>): SchemaTree {
  return { element: { name: "x", ...element } as SchemaElement, children: [], count: 1, path: [] };
}

function decoder(type: "INT32" | "BOOLEAN", isOptional = false): LeafDecoder {
  const element = tree({ repetition_type: isOptional ? "OPTIONAL" : "REQUIRED" });
  return { type, schemaPath: [tree({}), element] } as unknown as LeafDecoder;
}

const billions = [0xfe, 0xff, 0xff, 0xff, 0x07];
/** A count below zero, of packed values. */
const below = [0xff, 0xff, 0xff, 0xff, 0x0f];

it.each<[string, readonly number[]]>([
  ["a run of billions", billions],
  ["packed values of billions", [0xff, 0xff, 0xff, 0xff, 0x07]],
  ["packed values below zero", below],
  ["a run of billions after a good one", [0x08, 1, ...billions]],
])("levels that claim %s are refused", (_, bytes) => {
  expect(() => checkLevels(Uint8Array.from(bytes), 1, 20)).toThrow(
    /^a run of -?\d+ values in a page of 20$/,
  );
});

it("levels as writers write them are let through: runs, padded groups, and more bytes than are needed", () => {
  for (const bytes of [
    [0x28, 1],
    [0x07, 0xff, 0xff, 0xff],
    [0x08, 1, 0x20, 0],
    [0x28, 1, ...billions],
    [],
  ])
    expect(() => checkLevels(Uint8Array.from(bytes), 1, 20)).not.toThrow();
});

const claims = { count: 20, isFirstVersion: false };

it.each<[string, string, readonly number[], RegExp]>([
  ["numbers of a dictionary", "RLE_DICTIONARY", [3, ...billions], /a run of \d+ values/],
  ["truths", "RLE", [9, 0, 0, 0, ...billions], /a run of \d+ values/],
  [
    "differences in blocks below zero",
    "DELTA_BINARY_PACKED",
    [0x80, 0x80, 0x80, 0x80, 0x08, 4, 20, 0],
    /blocks of -2147483648 values in 4 parts/,
  ],
  [
    "differences in no parts",
    "DELTA_LENGTH_BYTE_ARRAY",
    [0x80, 0x01, 0, 20, 0],
    /blocks of 128 values in 0 parts/,
  ],
  [
    "a second list of lengths in parts below zero",
    "DELTA_BYTE_ARRAY",
    [0x80, 0x01, 4, 1, 0, 0x80, 0x01, ...below, 1, 0],
    /blocks of 128 values in -1 parts/,
  ],
  [
    "more lengths than values",
    "DELTA_BYTE_ARRAY",
    [0x80, 0x01, 4, 21, 0],
    /21 lengths in a page of 20/,
  ],
])("%s are refused", (_, encoding, bytes, message) => {
  expect(() =>
    checkPage({ ...claims, bytes: Uint8Array.from(bytes), encoding }, decoder("INT32")),
  ).toThrow(message);
});

it("pages of the first version have levels and lengths before their values", () => {
  const check = (values: readonly number[]) =>
    checkPage(
      {
        count: 20,
        isFirstVersion: true,
        encoding: "RLE",
        bytes: Uint8Array.from([2, 0, 0, 0, 0x28, 1, ...values]),
      },
      decoder("BOOLEAN", true),
    );
  expect(() => check([2, 0, 0, 0, 0x28, 1])).not.toThrow();
  expect(() => check([5, 0, 0, 0, ...billions])).toThrow(
    "a run of 1073741823 values in a page of 20",
  );
});
