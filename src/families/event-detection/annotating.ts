import type { DocumentFormat } from "../../core/data/format.ts";
import type { AnnotatedItem, Annotating, AnnotationFormat } from "../../core/family/annotating.ts";
import { factsId } from "../../core/family/annotating.ts";
import { success } from "../../core/result.ts";
import { cvatFormat } from "../shared/annotating/cvat.ts";
import { ImportedMarks, parsedJson } from "../shared/annotating/imported-marks.ts";
import { factsMetadata, factsOf, intervalsOf } from "../shared/annotating/intervals-of.ts";
import { labelStudioFormat } from "../shared/annotating/label-studio.ts";
import { via3Format } from "../shared/annotating/via3.ts";
import { activityNetFormat } from "./foreign/activitynet.ts";
import { vigilEventsFormat } from "./foreign/vigil-events.ts";
import type { EventSample } from "./schema.ts";

/** ActivityNet's JSON has types and times alone. */
const activityNet: AnnotationFormat = {
  id: "activitynet",
  title: "ActivityNet",
  ending: "json",
  unit: "seconds",
  read: (text) => importedSamples(text, activityNetFormat),
  write: (items) =>
    JSON.stringify({
      version: "VERSION 1.3",
      taxonomy: [],
      database: Object.fromEntries(
        items.map((item) => [
          item.id,
          {
            ...(item.seconds === null ? {} : { duration: item.seconds }),
            subset: "validation",
            annotations: intervalsOf(item).map(([, { type, start, end }]) => ({
              label: type,
              segment: [start, end],
            })),
          },
        ]),
      ),
    }),
};

/** Ambiguous events are half sure and flagged for review, as VIGIL's guide has it. */
const vigil: AnnotationFormat = {
  id: "vigil",
  title: "VIGIL",
  ending: "json",
  unit: "seconds",
  read: (text) => importedSamples(text, vigilEventsFormat),
  write: (items) =>
    JSON.stringify(
      items.map((item) => {
        const { domain } = factsOf(item);
        return {
          video_id: item.id,
          ...(item.seconds === null ? {} : { duration_sec: item.seconds }),
          ...(domain === undefined ? {} : { domain }),
          events: intervalsOf(item).map(([id, event]) => ({
            ...{ event_id: id, event_type: event.type },
            ...{ start_sec: event.start, end_sec: event.end },
            confidence: event.ambiguous ? 0.5 : 1,
            ...(event.ambiguous ? { needs_review: true } : {}),
            ...describedBy(event.fields),
          })),
        };
      }),
    ),
};

/** Events of a video: drawn on its timeline, and written as a row of the plain format. */
export const eventAnnotating: Annotating<EventSample> = {
  kind: "events",
  rows: (item) => [rowOf(item)],
  formats: [activityNet, via3Format, labelStudioFormat, cvatFormat, vigil],
};

function rowOf(item: AnnotatedItem) {
  const facts = factsOf(item);
  const metadata = factsMetadata(facts);
  return {
    id: item.id,
    video: item.video,
    ...(item.seconds === null ? {} : { duration: item.seconds }),
    ...(facts.domain === undefined ? {} : { domain: facts.domain }),
    events: intervalsOf(item).map(([, { type, start, end, ambiguous, fields }]) => {
      const { description: _, ...others } = fields ?? {};
      return {
        ...{ type, start, end },
        ...(ambiguous ? { ambiguous } : {}),
        ...describedBy(fields),
        ...(Object.keys(others).length === 0 ? {} : { fields: others }),
      };
    }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** The field of this name is the description that formats have. */
function describedBy(fields: Readonly<Record<string, unknown>> | undefined) {
  const text = fields?.description;
  return typeof text === "string" && text !== "" ? { description: text } : {};
}

/** Files of data that the family reads are annotations too. */
function importedSamples(
  text: string,
  format: DocumentFormat<EventSample>,
): ReturnType<AnnotationFormat["read"]> {
  const parsed = parsedJson(text);
  if (!parsed.ok) return parsed;
  const read = format.read(parsed.value);
  if (!read.ok) return read;
  return success(
    read.value.map(({ id, events, domain }) => {
      const marks = new ImportedMarks();
      for (const event of events)
        marks.add(
          {
            ...{ kind: "interval", type: event.type },
            ...{ start: event.startSeconds, end: event.endSeconds },
            ...(event.ambiguous ? { ambiguous: true } : {}),
            ...(event.description ? { fields: { description: event.description } } : {}),
          },
          event.id,
        );
      const facts = domain === undefined ? {} : { [factsId]: { kind: "facts" as const, domain } };
      return { video: id, unit: "seconds" as const, marks: { ...marks.marks, ...facts } };
    }),
  );
}
