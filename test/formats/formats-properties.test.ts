import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multipleChoice } from "../../src/families/multiple-choice/index.ts";
import type { ChoiceSample } from "../../src/families/multiple-choice/schema.ts";
import "../support/property-seed.ts";

const {
  data: { formats, predictionFormats },
} = multipleChoice;
const sample: ChoiceSample = {
  id: "1",
  group: "1",
  question: "?",
  choices: ["a rose", "the sea"],
  answer: 0,
  media: [],
  metadata: {},
};

/** Words that mean something to one of the layouts, so that what is made up looks like one. */
const names = [
  ...[
    "id",
    "index",
    "doc_id",
    "doc",
    "resps",
    "filtered_resps",
    "filter",
    "q_uid",
    "question_id",
    "question",
    "questions",
    "answer",
    "answers",
  ],
  ...[
    "choices",
    "candidates",
    "options",
    "option 0",
    "option 1",
    "option0",
    "A",
    "B",
    "correct_choice",
    "video",
    "video_path",
    "video_idx",
  ],
  ...[
    "videoID",
    "video_id",
    "image",
    "media",
    "media_type",
    "file_name",
    "question_type",
    "answer_choices",
    "subtitles",
    "metadata",
    "choice",
  ],
  ...[
    "prediction",
    "reply",
    "response",
    "responses",
    "results",
    "vars",
    "testIdx",
    "provider",
    "output",
    "samples",
    "eval",
    "epoch",
    "target",
  ],
  ...[
    "scores",
    "completion",
    "message",
    "content",
    "stop_reason",
    "start",
    "end",
    "text",
    "path",
    "name",
    "kind",
    "dimensions",
    "group",
    "split",
  ],
];
const word = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom("A", "0", "a rose", "[]", "['x', 'y']", '["x","y"]', "-1", "1_2"),
  fc.string(),
);
const { anything } = fc.letrec<{ readonly anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    word,
    fc.integer({ min: -2, max: 9 }),
    fc.constantFrom(null, true, false, -1, 0, 1.5, Number.MAX_SAFE_INTEGER),
    fc.array(tie("anything"), { maxLength: 4 }),
    fc.dictionary(word, tie("anything"), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

interface Read {
  readonly ok: boolean;
  readonly reason?: string;
}

function isResult(value: unknown): value is Read {
  const { ok, reason } = value as Read;
  return ok || (typeof reason === "string" && reason !== "");
}

describe("whatever a file holds, a layout of samples reads it or says why not", () => {
  it.each(
    formats.filter(({ reads }) => reads !== "folder").map((format) => [format.id, format] as const),
  )("%s", (_, format) => {
    fc.assert(
      fc.property(
        anything,
        (value) =>
          void expect(format.reads !== "folder" && isResult(format.read(value))).toBe(true),
      ),
    );
  });
});

describe("whatever a file holds, a layout of predictions reads it or says why not", () => {
  it.each(predictionFormats.map((format) => [format.id, format] as const))("%s", (_, format) => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(typeof format.recognises(value)).toBe("boolean");
        if (format.reads === "folder") return;
        const read = format.read(value);
        expect(isResult(read)).toBe(true);
        for (const { raw } of read.ok ? [read.value].flat() : [{ raw: value }]) {
          const { kind } = format.interpret(raw, sample);
          expect(["answered", "unparsed", "refused", "truncated", "failed"]).toContain(kind);
          expect(["string", "undefined"]).toContain(typeof format.reply?.(raw));
        }
      }),
    );
  });

  it.each([
    ["lm-eval", "samples_videomme.jsonl"],
    ["inspect", "colours.json"],
    ["promptfoo", "promptfoo.json"],
    ["answer-map", "answer-map.json"],
  ])("also where a member of a true file is another: %s", (id, file) => {
    const format = predictionFormats.find((one) => one.id === id)!;
    const text = readFileSync(fileURLToPath(new URL(`./${file}`, import.meta.url)), "utf8");
    const whole: unknown = JSON.parse(file.endsWith("l") ? text.split("\n")[0]! : text);
    fc.assert(
      fc.property(fc.nat(), anything, (place, value) => {
        const paths = membersOf(whole);
        const changed = replaced(whole, paths[place % paths.length]!, value);
        const read = format.reads === "folder" ? undefined : format.read(changed);
        expect(isResult(read)).toBe(true);
        if (read?.ok)
          for (const { raw } of [read.value].flat())
            expect(format.interpret(raw, sample).kind).not.toBe("missing");
      }),
    );
  });
});

type Path = readonly (string | number)[];

function membersOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, member]) => membersOf(member, [...path, key]))];
}

function replaced(whole: unknown, path: Path, value: unknown): unknown {
  if (path.length === 0) return value;
  const copy = structuredClone(whole);
  let place = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>;
  place[path.at(-1)!] = value;
  return copy;
}
