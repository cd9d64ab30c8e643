import { readFile } from "node:fs/promises";
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";
import { type Manifest, manifestSchema } from "./manifest.ts";

/** Reads a manifest in YAML or JSON. Every problem names the file and the field, or the line. */
export async function readManifest(path: string, shown: string): Promise<Manifest> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`${shown}: the manifest cannot be read (${cause.code})`);
  });
  return checkManifest(parseYaml(text, shown), shown);
}

export function checkManifest(value: unknown, shown: string): Manifest {
  const checked = manifestSchema.safeParse(value);
  if (checked.success) return checked.data;
  const problems = checked.error.issues.map((issue) => `${shown}: ${describe(issue)}`);
  throw new UserError(problems.join("\n"), "docs/encoders.md lists the fields of a manifest");
}

function parseYaml(text: string, shown: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (!error) return document.toJS();
  const { line, col } = lines.linePos(error.pos[0]);
  throw new UserError(`${shown}:${line}:${col}: not valid YAML: ${error.message}`);
}

function describe(issue: z.core.$ZodIssue): string {
  const place = issue.path.join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => unknownField([...issue.path, key].join("."), key)).join("; ");
  return `${place || "manifest"}: ${issue.message}`;
}

function unknownField(place: string, key: string): string {
  const near = closest(key, Object.keys(manifestSchema.shape));
  return `${place}: is no field of a manifest${near ? `; did you mean ${near}?` : ""}`;
}
