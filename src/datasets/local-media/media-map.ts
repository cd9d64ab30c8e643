import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { openDataFile } from "../open-data-file.ts";

const hint =
  "expected a JSON object of names and paths, or a table (CSV, TSV, JSON lines) whose rows have a name and a path";
const nameColumns = ["id", "video_id", "video", "vid", "video_uid", "name"];
const pathColumns = ["path", "file", "video_path", "file_name"];

/**
 * Reads a file that says where the videos of these names lie. In a table without a known column,
 * the first is the name and the second the path.
 */
export async function readMediaMap(file: string): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  for await (const { where, name, path } of entriesOf(file)) {
    if (typeof name !== "string" && typeof name !== "number")
      throw new UserError(`${where}: names no video`, hint);
    if (typeof path !== "string" || path === "")
      throw new UserError(`${where}: has no path for ${name}`, hint);
    if ((paths.get(String(name)) ?? path) !== path)
      throw new UserError(`${where}: a second path for ${name}, other than the first`);
    paths.set(String(name), path);
  }
  if (paths.size === 0) throw new UserError(`${file}: names no video`, hint);
  return paths;
}

interface Entry {
  readonly where: string;
  readonly name: unknown;
  readonly path: unknown;
}

async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const opened = openDataFile(file);
  const document = file.toLowerCase().endsWith(".json") ? await opened.document() : undefined;
  if (isRecord(document)) {
    for (const [name, path] of Object.entries(document)) yield { where: file, name, path };
    return;
  }
  for await (const rows of opened.rows())
    for (const { line, value } of rows) yield { where: `${file}:${line}`, ...fieldsOf(value) };
}

function fieldsOf(row: unknown): Pick<Entry, "name" | "path"> {
  if (!isRecord(row)) return { name: undefined, path: undefined };
  const columns = Object.keys(row);
  const name = nameColumns.find((column) => column in row) ?? columns[0]!;
  const path =
    pathColumns.find((column) => column in row && column !== name) ??
    columns.find((column) => column !== name);
  return { name: row[name], path: path === undefined ? undefined : row[path] };
}
