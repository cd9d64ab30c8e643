import type {
  AnnotatedItem,
  AnnotationFormat,
  ImportedItem,
} from "../../../core/family/annotating.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { ImportedMarks } from "./imported-marks.ts";
import { intervalsOf } from "./intervals-of.ts";
import { childText, elementsOf, escapedXml, parseXml, type XmlElement } from "./xml.ts";

/**
 * CVAT's XML 1.1. Events are tracks ("CVAT for video"): from the first shape that is visible to the
 * last frame before one that is `outside`; where on the picture does not matter, and what is written
 * is one box. Labels of clips are tags of an image that is called as the video ("CVAT for images").
 */
export const cvatFormat: AnnotationFormat = {
  id: "cvat",
  title: "CVAT (XML 1.1)",
  ending: "xml",
  unit: "frames",
  read(text) {
    const parsed = parseXml(text);
    if (!parsed.ok) return parsed;
    if (parsed.value.name !== "annotations")
      return failure(`<${parsed.value.name}>: must be <annotations>`);
    const videos = videosIn(parsed.value);
    const found = new Map<string, ImportedMarks>();
    const marksOf = (video: string) => {
      const own = found.get(video) ?? new ImportedMarks();
      found.set(video, own);
      return own;
    };
    for (const image of elementsOf(parsed.value, "image"))
      for (const tag of elementsOf(image, "tag"))
        marksOf(image.attributes.name ?? "").add(
          { kind: "label", type: tag.attributes.label ?? "" },
          `label:${tag.attributes.label}`,
        );
    for (const track of elementsOf(parsed.value, "track")) {
      const video = videos.get(track.attributes.task_id ?? "") ?? videos.values().next().value;
      if (video === undefined) return failure("meta: names no source of the tracks");
      const read = addTrack(track, marksOf(video));
      if (!read.ok) return read;
    }
    return success([...found].map(([video, own]) => ({ video, unit: "frames", marks: own.marks })));
  },
  write(items, plan) {
    const lines = [
      '<?xml version="1.0" encoding="utf-8"?>',
      "<annotations>",
      "  <version>1.1</version>",
      "  <meta><project>",
      `    <name>${escapedXml(plan.name)}</name>`,
      "    <tasks>",
      ...items.map(
        ({ video }, at) =>
          `      <task><id>${at + 1}</id><name>${escapedXml(video)}</name><source>${escapedXml(video)}</source></task>`,
      ),
      "    </tasks>",
      `    <labels>${plan.types.map(({ id, colour }) => `<label><name>${escapedXml(id)}</name><color>${colour}</color></label>`).join("")}</labels>`,
      "  </project></meta>",
      ...items.flatMap(trackLines),
      ...items.flatMap(imageLines),
      "</annotations>",
    ];
    return `${lines.join("\n")}\n`;
  },
};

function trackLines(item: AnnotatedItem, at: number): readonly string[] {
  return intervalsOf(item).map(([, { type, start, end, ambiguous }], number) => {
    const shape = (frame: number, outside: 0 | 1) =>
      `    <box frame="${frame}" outside="${outside}" occluded="0" keyframe="1" xtl="0" ytl="0" xbr="1" ybr="1" z_order="0"><attribute name="ambiguous">${ambiguous === true}</attribute></box>`;
    return [
      `  <track id="${number}" label="${escapedXml(type)}" source="manual" task_id="${at + 1}">`,
      shape(start, 0),
      shape(end + 1, 1),
      "  </track>",
    ].join("\n");
  });
}

function imageLines({ video, marks }: AnnotatedItem, at: number): readonly string[] {
  const tags = Object.values(marks).flatMap((mark) =>
    mark.kind === "label" ? [`<tag label="${escapedXml(mark.type)}" source="manual"></tag>`] : [],
  );
  return tags.length === 0
    ? []
    : [
        `  <image id="${at}" name="${escapedXml(video)}" width="1" height="1" task_id="${at + 1}">${tags.join("")}</image>`,
      ];
}

/** Videos by the ids of their tasks; older files name that of a single task beside it. */
function videosIn(annotations: XmlElement): ReadonlyMap<string, string> {
  const [meta] = elementsOf(annotations, "meta");
  const beside = meta && childText(meta, "source");
  const tasks = [...elementsOf(annotations, "task"), ...elementsOf(annotations, "job")];
  const named = tasks.flatMap((task) => {
    const source = childText(task, "source") || beside || childText(task, "name");
    return source ? [[childText(task, "id") ?? "", source] as const] : [];
  });
  return new Map(named.length === 0 && beside ? [["", beside]] : named);
}

/** A track that is away for a while is several events. */
function addTrack(track: XmlElement, marks: ImportedMarks): Result<ImportedItem["marks"]> {
  const { label, id } = track.attributes;
  if (!label) return failure(`track ${id}: has no label`);
  const shapes = track.children
    .filter(({ attributes }) => attributes.frame !== undefined)
    .map((shape) => ({
      frame: Number(shape.attributes.frame),
      isOutside: shape.attributes.outside === "1",
      isAmbiguous: elementsOf(shape, "attribute").some(
        ({ attributes, text }) => attributes.name === "ambiguous" && text.trim() === "true",
      ),
    }))
    .sort((a, b) => a.frame - b.frame);
  if (shapes.some(({ frame }) => !Number.isInteger(frame) || frame < 0))
    return failure(`track ${id}: frame must be a whole number`);
  let first: (typeof shapes)[number] | undefined;
  const close = (last: number) => {
    if (first)
      marks.add({
        ...{ kind: "interval", type: label, start: first.frame, end: Math.max(first.frame, last) },
        ...(first.isAmbiguous ? { ambiguous: true } : {}),
      });
    first = undefined;
  };
  for (const shape of shapes) {
    if (shape.isOutside) close(shape.frame - 1);
    else first ??= shape;
  }
  close(shapes.at(-1)?.frame ?? 0);
  return success(marks.marks);
}
