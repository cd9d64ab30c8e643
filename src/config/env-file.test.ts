import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UserError } from "../core/user-error.ts";
import { parseEnvFile } from "./env-file.ts";

describe("parseEnvFile", () => {
  it.each([
    ["nothing", "", {}],
    ["empty lines and comments", "\n  \n# A=1\n   # B=2\n", {}],
    ["plain values", "A=1\nB=two words\r\nC_3=x=y", { A: "1", B: "two words", C_3: "x=y" }],
    ["an empty value", "A=\nB=''\nC=\"\"", { A: "", B: "", C: "" }],
    ["export and a byte-order mark", "\uFEFFexport A=1", { A: "1" }],
    [
      "comments behind values",
      "A=1 # one\nB=#none\nC=a#b\nD='x' # y",
      { A: "1", B: "", C: "a#b", D: "x" },
    ],
    ["single quotes", "A='a \"b\" \\n # c $D'", { A: 'a "b" \\n # c $D' }],
    ["double quotes", 'A="a \\"b\\"\\n\\\\ # c $D"', { A: 'a "b"\n\\ # c $D' }],
    ["quotes inside", "A=it's fine", { A: "it's fine" }],
  ])("reads %s", (_, text, values) => expect(parseEnvFile(text, ".env")).toEqual(values));

  it.each([
    ["no name", "A=1\n=2", ".env:2: no variable"],
    ["spaces around the sign", "A = sk-123", ".env:1: no variable"],
    ["a space behind the sign", "A= sk-123", ".env:1: the value of A cannot be read"],
    ["no sign", "\n\nsk-123", ".env:3: no variable"],
    ["a name with a hyphen", "A-B=1", ".env:1: no variable"],
    ["a name set twice", "A=1\nB=2\nA=sk-123", ".env:3: A is set twice"],
    ["an open quote", 'A="sk-123', ".env:1: the value of A cannot be read"],
    ["text behind a quote", "A='sk-123' x", ".env:1: the value of A cannot be read"],
    ["an unknown escape", 'A="\\x sk-123"', ".env:1: the value of A cannot be read"],
  ])("refuses %s and repeats no value", (_, text, message) => {
    const read = () => parseEnvFile(text, ".env");
    expect(read).toThrow(message);
    try {
      read();
    } catch (error) {
      expect(`${(error as UserError).message} ${(error as UserError).hint}`).not.toContain(
        "sk-123",
      );
    }
  });

  it("gives back whatever was written in double quotes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const quoted = value.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
        expect(parseEnvFile(`X="${quoted}"`, ".env")).toEqual({ X: value });
      }),
    );
  });

  it("reads a line separator of Unicode as any other letter", () => {
    expect(parseEnvFile("A=x\u2028y # \u2028\nB='\u2028'", ".env")).toEqual({
      A: "x\u2028y",
      B: "\u2028",
    });
  });

  it("reads any text or says which line is wrong", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."AB=\"'\\# \n$") }), (text) => {
        try {
          for (const name of Object.keys(parseEnvFile(text, "f"))) expect(name).toMatch(/^[AB]+$/);
        } catch (error) {
          expect((error as Error).message).toMatch(/^f:\d+: /);
        }
      }),
    );
  });
});
