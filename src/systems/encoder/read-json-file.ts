import { readFile } from "node:fs/promises";
import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";

/** The object in a JSON file of a model; anything else is a user's error that names the file. */
export async function readJsonFile(
  path: string,
  shown: string,
): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await readFile(path, "utf8")
    .then(JSON.parse)
    .catch((cause: Error) => {
      throw new UserError(`${shown}: is no JSON (${cause.message})`);
    });
  if (!isRecord(value)) throw new UserError(`${shown}: must hold one object`);
  return value;
}
