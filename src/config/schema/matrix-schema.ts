import { z } from "zod";

/** More rows than this are a mistake in the axes. */
const mostRows = 500;

/** A row becomes a folder beside the files of the matrix. */
const rowName = /^(?!matrix\.)[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Rows that each set some values, or axes of which every combination is a row. */
export function matrixSchema() {
  const row = z.strictObject({
    name: z
      .string()
      .regex(
        rowName,
        'expected only letters, digits, "-", "_" and ".", and no "." or "matrix." at the start',
      )
      .describe("Name of the row in tables, and of its folder."),
    set: z
      .record(z.string(), z.unknown())
      .default({})
      .describe("What the row changes: values by their path, such as tasks.find.options.rerank."),
  });
  const axes = z
    .record(z.string(), z.array(z.unknown()).min(1))
    .superRefine((all, context) => {
      const rows = Object.values(all).reduce((product, values) => product * values.length, 1);
      if (rows > mostRows)
        context.addIssue({ code: "custom", message: `${rows} rows are more than ${mostRows}` });
    })
    .describe(
      "Values by their path, such as tasks.find.options.topK: [5, 10]; the first of each are the first row.",
    );
  return z.union([z.array(row).min(2).superRefine(checkNames), z.strictObject({ axes })]);
}

function checkNames(rows: readonly { readonly name: string }[], context: z.RefinementCtx): void {
  // Some file systems do not tell upper case from lower.
  const names = rows.map(({ name }) => name.toLowerCase());
  names.forEach((name, at) => {
    const first = names.indexOf(name);
    if (first < at)
      context.addIssue({
        code: "custom",
        path: [at, "name"],
        message: `"${rows[at]!.name}" is already the name of row ${first + 1}`,
      });
  });
}
