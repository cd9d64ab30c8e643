import { failure, type Result, success } from "../../../core/result.ts";
import type { Cue } from "./cue.ts";
import { jsonCues } from "./json-cues.ts";
import { textCues } from "./text-cues.ts";

/**
 * The cues of a subtitle file in the order of their start: SubRip (`.srt`), WebVTT (`.vtt`) or
 * JSON, told apart by how the text begins. Marks of style are taken out; cues without words are
 * left out.
 */
export function parseSubtitles(content: string): Result<readonly Cue[]> {
  const text = content.replace(/^\uFEFF/, "");
  const read = /^\s*[[{]/.test(text) ? fromJson(text) : textCues(text);
  if (!read.ok) return read;
  const said = read.value.filter((cue) => cue.text !== "");
  return success(
    said.toSorted((a, b) => a.startSeconds - b.startSeconds || a.endSeconds - b.endSeconds),
  );
}

function fromJson(text: string): Result<readonly Cue[]> {
  try {
    return jsonCues(JSON.parse(text));
  } catch (error) {
    return failure(`not JSON: ${(error as Error).message}`);
  }
}
