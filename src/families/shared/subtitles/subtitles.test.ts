import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FrameRef } from "../../../core/asking/chat.ts";
import type { Cue } from "./cue.ts";
import { interleave } from "./interleave.ts";
import { parseSubtitles } from "./parse-subtitles.ts";

const cue = (startSeconds: number, endSeconds: number, text: string): Cue => ({
  startSeconds,
  endSeconds,
  text,
});

describe("parseSubtitles", () => {
  it.each<[string, string, readonly Cue[]]>([
    [
      "SubRip",
      "1\n00:00:01,500 --> 00:00:02,000\nHello\nthere\n\n2\n01:00:00,000 --> 01:00:01,000\nBye\n",
      [cue(1.5, 2, "Hello there"), cue(3600, 3601, "Bye")],
    ],
    [
      "byte-order mark, CRLF, no numbers",
      "\uFEFF00:00:01,000 --> 00:00:02,000\r\nA\r\n\r\n00:00:03,000 --> 00:00:04,000\r\nB",
      [cue(1, 2, "A"), cue(3, 4, "B")],
    ],
    [
      "no blank line between cues",
      "1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB",
      [cue(1, 2, "A"), cue(3, 4, "B")],
    ],
    [
      "marks of style",
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>Wait</i> &amp; <font color="red">see</font> 1 < 2',
      [cue(1, 2, "Wait & see 1 < 2")],
    ],
    [
      "cues out of order, and one without words",
      "1\n00:00:05,000 --> 00:00:06,000\nlater\n\n2\n00:00:01,000 --> 00:00:02,000\n<b></b>\n\n3\n00:00:01,000 --> 00:00:03,000\nfirst",
      [cue(1, 3, "first"), cue(5, 6, "later")],
    ],
    [
      "WebVTT",
      "WEBVTT - title\n\nNOTE a remark\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.500 align:start position:0%\n<v Anna>Hi<00:01.500><c> you</c></v>\n",
      [cue(1, 2.5, "Hi you")],
    ],
    ["WebVTT without cues", "WEBVTT\n", []],
    ["nothing", " \n", []],
    ["seconds in JSON", '[{"start": 1, "end": 2.5, "text": "a"}]', [cue(1, 2.5, "a")]],
    [
      "clock times in JSON",
      '[{"start": "00:00:01.000", "end": "00:01:02.500", "line": "a"}]',
      [cue(1, 62.5, "a")],
    ],
    [
      "pairs of times",
      '[{"timestamp": [1, 2], "text": "a"}, {"timestamp": [3, null], "text": "b"}]',
      [cue(1, 2, "a"), cue(3, 3, "b")],
    ],
    [
      "segments",
      '{"text": "a", "segments": [{"id": 0, "start": 0.0, "end": 1.0, "text": " a "}]}',
      [cue(0, 1, "a")],
    ],
    [
      "events of YouTube",
      '{"events": [{"tStartMs": 0}, {"tStartMs": 1000, "dDurationMs": 500, "segs": [{"utf8": "a"}, {"utf8": " b"}]}]}',
      [cue(1, 1.5, "a b")],
    ],
  ])("%s", (_, text, expected) => {
    expect(parseSubtitles(text)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ["no times", "just words", "no line with two times"],
    [
      "a time that is none",
      "1\n00:00:xx --> 00:00:02,000\nA",
      'line 2: "00:00:xx --> 00:00:02,000" is no pair of times',
    ],
    [
      "an end before the start",
      "1\n00:00:03,000 --> 00:00:02,000\nA",
      "line 2: ends at 2 s, before it starts at 3 s",
    ],
    ["broken JSON", "[{", "not JSON"],
    ["a record without cues", '{"a": 1}', "must be a list of cues"],
    ["a cue without words", '[{"start": 1, "end": 2}]', "cue 1 has no start, end and text"],
    [
      "an end before the start in JSON",
      '[{"start": 3, "end": 2, "text": "a"}]',
      "cue 1 ends at 2 s",
    ],
  ])("refuses %s", (_, text, reason) => {
    const read = parseSubtitles(text);
    expect(read.ok ? "" : read.reason).toContain(reason);
  });

  it("reads back whatever was written as SubRip", () => {
    const clock = (ms: number) => `${new Date(ms).toISOString().slice(11, 23)}`.replace(".", ",");
    const word = fc
      .stringMatching(/^[a-zäß!?,. ]{0,12}[a-z]$/)
      .map((text) => text.replace(/\s+/g, " ").trim());
    const times = fc.tuple(
      fc.integer({ min: 0, max: 80_000_000 }),
      fc.integer({ min: 0, max: 5_000 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(times, word)), (given) => {
        const text = given
          .map(
            ([[from, length], said], i) =>
              `${i + 1}\n${clock(from)} --> ${clock(from + length)}\n${said}\n`,
          )
          .join("\n");
        const read = parseSubtitles(text);
        const expected = given.map(([[from, length], said]) =>
          cue(from / 1000, (from + length) / 1000, said),
        );
        expect(read.ok && new Set(read.value.map((each) => JSON.stringify(each)))).toEqual(
          new Set(expected.map((each) => JSON.stringify(each))),
        );
      }),
    );
  });
});

describe("interleave", () => {
  const frame = (atSeconds: number): FrameRef => ({
    atSeconds,
    digest: `d${atSeconds}`,
    mediaType: "image/jpeg",
    width: 1,
    height: 1,
  });
  const frames = [0, 2, 4, 6].map(frame);

  it.each<[string, readonly Cue[], Parameters<typeof interleave>[2], unknown[]]>([
    ["no cue", [], {}, [[0, 2, 4, 6]]],
    ["a cue stands at its middle", [cue(1, 5, "a")], {}, [[0, 2], "a", [4, 6]]],
    ["a frame at the middle comes before", [cue(3, 5, "a")], {}, [[0, 2, 4], "a", [6]]],
    [
      "several between two frames",
      [cue(3.5, 6, "b"), cue(1.5, 5, "a")],
      {},
      [[0, 2], "a", [4], "b", [6]],
    ],
    ["a cue during which no frame was taken", [cue(2.5, 3.5, "a")], {}, [[0, 2, 4, 6]]],
    ["a short one counts as a second long", [cue(3.6, 3.7, "a")], {}, [[0, 2], "a", [4, 6]]],
    [
      "all are kept where asked",
      [cue(2.5, 3.5, "a"), cue(90, 91, "z")],
      { keep: "all" },
      [[0, 2], "a", [4, 6], "z"],
    ],
    [
      "on the clock of the subtitles",
      [cue(101, 105, "a")],
      { offsetSeconds: 100 },
      [[0, 2], "a", [4, 6]],
    ],
  ])("%s", (_, cues, options, expected) => {
    const shown = interleave(frames, cues, options).map((part) =>
      "frames" in part
        ? part.frames.map(({ atSeconds }) => atSeconds)
        : "text" in part
          ? part.text
          : part,
    );
    expect(shown).toEqual(expected);
  });

  it("loses no frame and keeps their order", () => {
    const seconds = fc.double({ min: 0, max: 100, noNaN: true });
    const anyCue = fc
      .tuple(seconds, seconds)
      .map(([a, b]) => cue(Math.min(a, b), Math.max(a, b), "x"));
    fc.assert(
      fc.property(
        fc.array(seconds),
        fc.array(anyCue),
        fc.constantFrom("all", "shown"),
        (times, cues, keep) => {
          const given = times.toSorted((a, b) => a - b).map(frame);
          const parts = interleave(given, cues, { keep: keep as "all" | "shown" });
          expect(parts.flatMap((part) => ("frames" in part ? part.frames : []))).toEqual(given);
          if (keep === "all")
            expect(parts.filter((part) => "text" in part)).toHaveLength(cues.length);
        },
      ),
    );
  });
});
