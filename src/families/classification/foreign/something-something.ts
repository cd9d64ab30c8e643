import type { DocumentFormat } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { LabelSample } from "../schema.ts";
import { type LabelledVideo, labelledVideos } from "./labelled-videos.ts";

/**
 * Something-Something: the JSON of version 2 (`id`, `template`, and a `label` with the things named),
 * whose class is the template without brackets, or the lists of version 1, lines of `id;label`
 * with or without a header. Entries without either hide their label.
 */
export const somethingFormat: DocumentFormat<LabelSample> = {
  id: "something-something",
  summary: "Something-Something: JSON of version 2 (id, template), or CSV of version 1 (id;label)",
  media: "`<id>`, in any folder and of any ending",
  table: { separator: ";", columns: ["id", "label"] },
  reads: "document",
  read(document): Result<readonly LabelSample[]> {
    if (!Array.isArray(document)) return failure("must be a list of { id, label, template }");
    const videos: LabelledVideo[] = [];
    const hasTemplates = document.some((row) => isRecord(row) && isGiven(row.template));
    for (const [at, row] of document.entries()) {
      const id = isRecord(row) ? row.id : undefined;
      if ((typeof id !== "string" && typeof id !== "number") || id === "")
        return failure(`entry ${at + 1}: id must be a text or a number`);
      const { template, label, placeholders } = row as Readonly<Record<string, unknown>>;
      if (isGiven(label) && !isGiven(template) && (hasTemplates || placeholders !== undefined))
        return failure(
          `entry ${at + 1}: template is missing; in version 2 it is the class, and label a caption`,
        );
      if (!isGiven(label) && !isGiven(template) && /[,\t|]/.test(String(id)))
        return failure(
          `entry ${at + 1}: must read id;label, with a semicolon between, but is ${JSON.stringify(id)}`,
        );
      videos.push(videoOf(String(id), row as Readonly<Record<string, unknown>>));
    }
    if (videos.length > 0 && videos.every(({ label }) => label === null))
      return failure(
        "no entry has a label or a template, so that there are no classes to choose from",
      );
    return success(labelledVideos(videos, { task: "something-something" }));
  },
};

function isGiven(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function videoOf(
  id: string,
  { template, label }: Readonly<Record<string, unknown>>,
): LabelledVideo {
  const text = typeof template === "string" && template !== "" ? template : label;
  return {
    name: id,
    label: typeof text === "string" && text !== "" ? text.replaceAll(/[[\]]/g, "") : null,
    media: impliedVideo([id], `${id}.webm`),
  };
}
