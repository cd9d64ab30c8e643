import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  AnnotatedItem,
  AnnotationFormat,
  AnnotationPlan,
  Mark,
} from "../core/family/annotating.ts";
import type { Family } from "../core/family.ts";
import { families } from "./index.ts";
import { escapedXml, parseXml } from "./shared/annotating/xml.ts";

const types = ["spill", "a & b", 'say "x" <y>', "größe"];

const plan: AnnotationPlan = {
  ...{ name: "Test", annotate: "events", several: true, ambiguous: true },
  types: types.map((id) => ({ id, title: id, colour: "#000000", fields: [] })),
  ...{ difficulties: [], domains: [], snap: { frames: true, edgePixels: 8 } },
};

const id = fc.stringMatching(/^[a-z][a-z0-9]{3,8}$/);
const type = fc.constantFrom(...types);
const second = fc.double({ min: 0, max: 1e4, noNaN: true });

/** Numbers of frames or ticks, or times, in their order. */
function interval(unit: AnnotationFormat["unit"]): fc.Arbitrary<Mark> {
  const place = unit === "seconds" ? second : fc.nat(100_000);
  return fc
    .record({ type, ends: fc.tuple(place, place), isAmbiguous: fc.boolean() })
    .map(({ type: own, ends: [a, b], isAmbiguous }) => ({
      ...({ kind: "interval", type: own, start: Math.min(a, b), end: Math.max(a, b) } as const),
      ...(isAmbiguous ? { ambiguous: true } : {}),
    }));
}

function items(mark: fc.Arbitrary<Mark>): fc.Arbitrary<readonly AnnotatedItem[]> {
  const marks = fc.dictionary(id, mark, { minKeys: 1, maxKeys: 5 });
  return fc
    .uniqueArray(fc.tuple(id, marks), { maxLength: 4, selector: ([name]) => name })
    .map((all) =>
      all.map(([name, own]) => ({ id: name, video: `${name}.mp4`, seconds: 12_345, marks: own })),
    );
}

/** What can be compared of marks: without ids, in order. */
function bare(marks: AnnotatedItem["marks"], hasFlag = true): readonly string[] {
  return Object.values(marks)
    .filter(({ kind }) => kind !== "facts")
    .map((mark) => {
      const { ambiguous: _, ...others } = mark as Mark & { ambiguous?: true };
      return JSON.stringify(Object.entries(hasFlag ? mark : others).sort());
    })
    .sort();
}

const people = (kind: AnnotationPlan["annotate"]) =>
  (families as readonly Family[]).find((family) => family.people.annotating?.kind === kind)!;

function expectRoundTrip(
  format: AnnotationFormat,
  all: readonly AnnotatedItem[],
  hasFlag = true,
): void {
  const read = format.read(format.write(all, plan), plan);
  if (!read.ok) throw new Error(read.reason);
  const found = new Map<string, string[]>();
  for (const { video, unit, marks } of read.value) {
    const name = video.replace(/\.mp4$/, "");
    expect(
      Object.values(marks).every(({ kind }) => kind !== "interval") || unit === format.unit,
    ).toBe(true);
    found.set(name, [...(found.get(name) ?? []), ...bare(marks, hasFlag)].sort());
  }
  for (const item of all) expect(found.get(item.id)).toEqual(bare(item.marks, hasFlag));
}

describe.each(people("events").people.annotating!.formats)("events as $title", (format) => {
  it("come back as they were written", () => {
    fc.assert(
      fc.property(items(interval(format.unit)), (all) =>
        expectRoundTrip(format, all, format.id !== "activitynet"),
      ),
    );
  });

  it.each(["", "[", "{}", "[{}]", "<a>", "null"])("refuse %j with a reason", (text) => {
    const read = format.read(text, plan);
    if (read.ok) expect(read.value).toEqual([]);
    else expect(read.reason).not.toBe("");
  });
});

describe.each(people("labels").people.annotating!.formats)("labels as $title", (format) => {
  it("come back as they were written", () => {
    const label = type.map((own): Mark => ({ kind: "label", type: own }));
    const unique = items(label).map((all) =>
      all.map((item) => ({
        ...item,
        marks: Object.fromEntries(
          new Map(
            Object.entries(item.marks).map(
              ([key, mark]) => [bare({ key: mark })[0], [key, mark]] as const,
            ),
          ).values(),
        ) as AnnotatedItem["marks"],
      })),
    );
    fc.assert(fc.property(unique, (all) => expectRoundTrip(format, all)));
  });
});

describe("questions as VIGIL has them", () => {
  it("come back with their evidence", () => {
    const [format] = people("questions").people.annotating!.formats;
    const question = fc
      .record({
        text: fc.string({ minLength: 1 }),
        answer: fc.string(),
        spans: fc.array(fc.tuple(second, second)),
      })
      .filter(({ text }) => text.trim() !== "");
    fc.assert(
      fc.property(fc.dictionary(id, question, { minKeys: 1, maxKeys: 4 }), (all) => {
        const marks: Record<string, Mark> = {};
        for (const [name, { text, answer, spans }] of Object.entries(all)) {
          marks[name] = { kind: "question", text, answer };
          for (const [at, [a, b]] of spans.entries())
            marks[`${name}-${at}`] = {
              ...({ kind: "interval", type: at % 2 ? "context" : "primary" } as const),
              ...{ start: Math.min(a, b), end: Math.max(a, b), question: name },
            };
        }
        expectRoundTrip(format!, [{ id: "one", video: "one.mp4", seconds: 1e5, marks }]);
      }),
    );
  });
});

describe("rows of what was annotated", () => {
  const cases: readonly [AnnotationPlan["annotate"], fc.Arbitrary<Mark>][] = [
    ["events", interval("seconds")],
    ["labels", type.map((own) => ({ kind: "label", type: own }))],
    [
      "questions",
      fc.record({
        kind: fc.constant("question"),
        text: fc.stringMatching(/^\w+$/),
        answer: fc.string(),
      }) as fc.Arbitrary<Mark>,
    ],
  ];
  it.each(cases)("are data of the family as they are: %s", (annotate, mark) => {
    const { data, people: own } = people(annotate);
    const [format] = data.formats;
    if (format?.reads !== "rows") throw new Error("the first format must read rows");
    fc.assert(
      fc.property(items(mark), (all) => {
        for (const item of all) {
          const rows = own.annotating!.rows(item, { ...plan, annotate });
          const samples = rows.flatMap((row) => {
            const read = format.read(JSON.parse(JSON.stringify(row)));
            if (!read.ok) throw new Error(read.reason);
            return read.value;
          });
          for (const sample of samples) expect(data.sample.safeParse(sample).error).toBeUndefined();
          expect(samples.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe("parseXml", () => {
  it("reads back any text and any attribute", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, value) => {
        const read = parseXml(
          `<?xml version="1.0"?><!-- x --><a b="${escapedXml(value)}">${escapedXml(text)}</a>`,
        );
        if (!read.ok) throw new Error(read.reason);
        expect([read.value.text, read.value.attributes.b]).toEqual([text, value]);
      }),
    );
  });

  it.each([
    ["<a><b></a>", "line 1 closes nothing"],
    ["<a>", "<a> is not closed"],
    ["<a b=c></a>", "line 1"],
    ["", "no element"],
  ])("says what is wrong with %j", (text, reason) => {
    const read = parseXml(text);
    expect(read).toMatchObject({ ok: false });
    if (!read.ok) expect(read.reason).toContain(reason);
  });
});
