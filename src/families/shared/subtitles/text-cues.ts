import { failure, type Result, success } from "../../../core/result.ts";
import { clockSeconds } from "./clock-seconds.ts";
import type { Cue } from "./cue.ts";

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  quot: '"',
  lrm: "",
  rlm: "",
};

/**
 * SubRip and WebVTT: blocks between blank lines, each with a line of times and then its words.
 * Other blocks (notes, styles) are passed over.
 */
export function textCues(text: string): Result<readonly Cue[]> {
  const cues: Cue[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const [from, to] = lines[at]!.split("-->");
    if (to === undefined) continue;
    const startSeconds = clockSeconds(from!);
    const endSeconds = clockSeconds(to.trim().split(/\s/)[0]!);
    if (startSeconds === undefined || endSeconds === undefined)
      return failure(`line ${at + 1}: "${lines[at]}" is no pair of times`);
    if (endSeconds < startSeconds)
      return failure(
        `line ${at + 1}: ends at ${endSeconds} s, before it starts at ${startSeconds} s`,
      );
    const words: string[] = [];
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== "" && !lines[at + 1]!.includes("-->"))
      words.push(lines[++at]!);
    // Where no blank line is between two cues, the number of the next stands below the words of
    // this one.
    if (lines[at + 1]?.includes("-->") && /^\d+$/.test(words.at(-1)?.trim() ?? "")) words.pop();
    cues.push({ startSeconds, endSeconds, text: plainText(words.join(" ")) });
  }
  if (cues.length === 0 && text.trim() !== "" && !/^WEBVTT/.test(text))
    return failure("holds no line with two times and --> between them");
  return success(cues);
}

/** Words without tags (`<i>`, `<c.red>`, `{\\an8}`) and with signs in place of their names. */
export function plainText(text: string): string {
  return text
    .replace(/<\/?[A-Za-z][^>]*>|<\d[\d:.]*>|\{\\[^}]*\}/g, "")
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
}
