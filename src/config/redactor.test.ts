import fc from "fast-check";
import { expect, it } from "vitest";
import { redactor } from "./redactor.ts";

it.each([
  [["sk-1234"], "key sk-1234, again sk-1234", "key [secret], again [secret]"],
  [["abcd", "abcdefgh"], "abcdefgh abcd", "[secret] [secret]"],
  [["abcd", "bcdefgh"], "abcdefgh", "a[secret]"],
  [["abc", ""], "abc", "abc"],
  [["secret"], "a secret", "a [secret]"],
  [['pa"ss\n'], '{"p":"pa\\"ss\\n"}', '{"p":"[secret]"}'],
  [["pa ss/word"], "http://x/?p=pa%20ss%2Fword", "http://x/?p=[secret]"],
  [["a.c*"], "abcc a.c*", "abcc [secret]"],
  [[], "text", "text"],
])("%j in %j", (secrets, text, expected) => expect(redactor(secrets)(text)).toBe(expected));

it("leaves no secret in any text", () => {
  // No character of the mark itself, which may join with what is left beside it.
  const letters = (minLength: number) =>
    fc.string({ unit: fc.constantFrom("x", "y", "z"), minLength, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(letters(4), { maxLength: 4 }),
      fc.array(letters(0), { maxLength: 8 }),
      (secrets, pieces) => {
        const redacted = redactor(secrets)([...pieces, ...secrets].join(""));
        for (const secret of secrets) expect(redacted).not.toContain(secret);
      },
    ),
  );
});
