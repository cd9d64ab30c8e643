import { runStores } from "../../store/run-stores.ts";

/** The newest run in a folder; other folders there, such as review queues, are none. */
export async function newestRun(folder: string): Promise<string | undefined> {
  for (const { url, header } of await runStores.list(folder)) if (await header()) return url;
  return undefined;
}
