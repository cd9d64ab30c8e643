import { z } from "zod";
import { textSchema } from "./task-schema.ts";

/** An entry of `references` that names a file of published figures instead of one figure. */
export const publishedFileSchema = z.strictObject({
  name: textSchema()
    .optional()
    .describe("What the rows are called (default: as the file calls them)."),
  task: textSchema().describe("The id of a task, whose family knows the layout of the file."),
  path: textSchema().describe("A JSON file of published figures, relative to this configuration."),
});
