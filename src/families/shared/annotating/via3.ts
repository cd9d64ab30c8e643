import type { AnnotatedItem, AnnotationFormat } from "../../../core/family/annotating.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { ImportedMarks, parsedJson } from "./imported-marks.ts";
import { intervalsOf } from "./intervals-of.ts";

/** What VIA calls an attribute of a stretch of time of one file. */
const ofTime = "FILE1_Z2_XY0";
const [selectType, checkboxType, videoType] = [4, 2, 4];

/**
 * A project of VIA 3 (VGG Image Annotator, video): stretches of time are entries of `metadata` whose
 * `z` has two times; the first attribute of time is the type of the event.
 */
export const via3Format: AnnotationFormat = {
  id: "via3",
  title: "VIA 3",
  ending: "json",
  unit: "seconds",
  read(text) {
    const parsed = parsedJson(text);
    if (!parsed.ok) return parsed;
    const { file, view, metadata, attribute } = isRecord(parsed.value) ? parsed.value : {};
    if (!isRecord(file) || !isRecord(metadata) || !isRecord(attribute))
      return failure("no project of VIA 3: file, metadata and attribute must be objects");
    const attributes = Object.entries(attribute).filter(
      ([, one]) => isRecord(one) && one.anchor_id === ofTime,
    );
    const [type] = attributes;
    if (!type) return failure(`attribute: none is of time (anchor_id ${ofTime})`);
    const marks = new Map<string, ImportedMarks>();
    for (const [id, entry] of Object.entries(metadata)) {
      if (!isRecord(entry) || !Array.isArray(entry.z) || entry.z.length !== 2) continue;
      const [start, end] = entry.z as readonly unknown[];
      if (typeof start !== "number" || typeof end !== "number" || end < start)
        return failure(`metadata.${id}.z: must be two times, the end not before the start`);
      const values = isRecord(entry.av) ? entry.av : {};
      const chosen = optionText(type, values[type[0]]);
      const video = videoOf(String(entry.vid), view, file);
      if (chosen === undefined) return failure(`metadata.${id}.av: has no type`);
      if (video === undefined) return failure(`metadata.${id}.vid: is no view of a file`);
      const own = marks.get(video) ?? new ImportedMarks();
      marks.set(video, own);
      const isAmbiguous = attributes.some(
        ([key, one]) =>
          isRecord(one) &&
          one.aname === "ambiguous" &&
          values[key] !== undefined &&
          values[key] !== "",
      );
      own.add(
        {
          ...{ kind: "interval", type: chosen, start, end },
          ...(isAmbiguous ? { ambiguous: true } : {}),
        },
        id,
      );
    }
    return success(
      [...marks].map(([video, own]) => ({ video, unit: "seconds", marks: own.marks })),
    );
  },
  write(items, plan) {
    const options = Object.fromEntries(plan.types.map(({ id }, at) => [String(at), id]));
    const numberOf = new Map(plan.types.map(({ id }, at) => [id, String(at)]));
    const project = {
      project: {
        pid: "__VIA_PROJECT_ID__",
        rev: "__VIA_PROJECT_REV_ID__",
        rev_timestamp: "__VIA_PROJECT_REV_TIMESTAMP__",
        pname: plan.name,
        creator: "Vidimus",
        created: 0,
        vid_list: items.map((_, at) => String(at + 1)),
      },
      config: {
        file: { loc_prefix: { 1: "", 2: "", 3: "", 4: "" } },
        ui: {
          file_content_align: "center",
          file_metadata_editor_visible: true,
          spatial_metadata_editor_visible: true,
          temporal_segment_metadata_editor_visible: true,
          spatial_region_label_attribute_id: "",
          gtimeline_visible_row_count: "4",
        },
      },
      attribute: {
        1: {
          ...{ aname: "TEMPORAL-SEGMENTS", anchor_id: ofTime, type: selectType },
          ...{ desc: "Type of the event", options, default_option_id: "" },
        },
        2: {
          ...{ aname: "ambiguous", anchor_id: ofTime, type: checkboxType },
          ...{ desc: "", options: { 1: "ambiguous" }, default_option_id: "" },
        },
      },
      file: keyed(items, ({ video }, key) => ({
        ...{ fid: key, fname: video.slice(video.lastIndexOf("/") + 1) },
        ...{ type: videoType, loc: 1, src: video },
      })),
      view: keyed(items, (_, key) => ({ fid_list: [key] })),
      metadata: Object.fromEntries(
        items.flatMap((item, at) =>
          intervalsOf(item).map(([id, { type, start, end, ambiguous }]) => [
            `${at + 1}_${id}`,
            {
              ...{ vid: String(at + 1), flg: 0, z: [start, end], xy: [] },
              av: { 1: numberOf.get(type) ?? type, ...(ambiguous ? { 2: "1" } : {}) },
            },
          ]),
        ),
      ),
    };
    return JSON.stringify(project);
  },
};

function keyed(
  items: readonly AnnotatedItem[],
  write: (item: AnnotatedItem, key: string) => object,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    items.map((item, at) => [String(at + 1), write(item, String(at + 1))] as const),
  );
}

/** The chosen option in words; VIA stores its number, or text where the attribute is text. */
function optionText([, attribute]: readonly [string, unknown], value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const options = isRecord(attribute) && isRecord(attribute.options) ? attribute.options : {};
  const option = options[value];
  return typeof option === "string" ? option : value;
}

/** A view shows one file; its id leads to it. */
function videoOf(
  view: string,
  views: unknown,
  files: Readonly<Record<string, unknown>>,
): string | undefined {
  const own = isRecord(views) ? views[view] : undefined;
  const [fid] = isRecord(own) && Array.isArray(own.fid_list) ? own.fid_list : [view];
  const file = files[String(fid)];
  if (!isRecord(file)) return undefined;
  const named = [file.src, file.fname].find((name) => typeof name === "string" && name !== "");
  return named as string | undefined;
}
