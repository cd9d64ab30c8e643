import { basename } from "node:path";
import { z } from "zod";
import type { SimilaritySystem } from "../core/asking/system.ts";
import { defineSystemKind } from "../core/asking/system-kind.ts";
import { isRecord } from "../core/json.ts";
import { answered, failed } from "../core/run/outcome.ts";
import { UserError } from "../core/user-error.ts";
import { fileFacts } from "../files/content-digest.ts";

const batch = 500;

/**
 * Similarities that were computed elsewhere: rows of generated text, reference text and cosine. A
 * pair that it lacks is an error that names it.
 */
export const similarityTable = defineSystemKind({
  id: "similarity-table",
  summary:
    "a grader: similarities of texts from a file of generated text, reference text and cosine",
  configSchema: z.strictObject({
    path: z
      .string()
      .describe("JSON or JSONL rows: [generated, reference, cosine], or objects of these"),
  }),
  speaks: "similarity",
  files: ({ path }) => [path],
  label: ({ path }) => `table:${basename(path)}`,
  create: async ({ path }, context): Promise<SimilaritySystem> => {
    const file = context.open(path);
    const cosines = new Map<string, number>();
    for await (const rows of file.rows())
      for (const { line, value } of rows) {
        const row = readRow(value);
        if (!row)
          throw new UserError(
            `${path}:${line}: not a row of generated text, reference text and cosine`,
            'write ["generated", "reference", 0.5] or {"generated": "…", "reference": "…", "cosine": 0.5}',
          );
        // Single precision goes a little beyond 1.
        if (Math.abs(row.cosine) > 1.001)
          throw new UserError(
            `${path}:${line}: the cosine is ${row.cosine}, but must be from -1 to 1`,
          );
        cosines.set(keyOf(row.generated, row.reference), row.cosine);
      }
    const { sha256 } = await fileFacts(file.path);
    return {
      id: context.id,
      kind: "similarity-table",
      speaks: "similarity",
      identity: { sha256 },
      concurrency: batch,
      knows: (generated, reference) => cosines.has(keyOf(generated, reference)),
      ask: async (asks) =>
        asks.map(({ pairs }) => {
          const absent = pairs.find(
            ([generated, reference]) => !cosines.has(keyOf(generated, reference)),
          );
          if (absent)
            return failed(
              "deterministic",
              `${path} has no similarity of "${absent[0]}" and "${absent[1]}"`,
            );
          return answered({
            cosines: pairs.map(([generated, reference]) =>
              Math.fround(cosines.get(keyOf(generated, reference))!),
            ),
          });
        }),
    };
  },
});

interface TableRow {
  readonly generated: string;
  readonly reference: string;
  readonly cosine: number;
}

function readRow(value: unknown): TableRow | undefined {
  const [generated, reference, cosine] = Array.isArray(value)
    ? (value as readonly unknown[])
    : isRecord(value)
      ? [
          value.generated ?? value.gen,
          value.reference ?? value.ref,
          value.cosine ?? value.similarity ?? value.score,
        ]
      : [];
  if (
    typeof generated !== "string" ||
    typeof reference !== "string" ||
    typeof cosine !== "number" ||
    !Number.isFinite(cosine)
  )
    return undefined;
  return { generated, reference, cosine };
}

function keyOf(generated: string, reference: string): string {
  return `${generated.length}:${generated}${reference}`;
}
