import { join } from "node:path";
import type { ModelFiles } from "../../core/data/model-files.ts";
import { HubDataset } from "../../datasets/hub/hub-dataset.ts";
import { hubSettings, isOfflineBy } from "../../datasets/hub/hub-settings.ts";
import { WebClient } from "../../datasets/web/web-client.ts";
import { cacheDirectory } from "../../media/cache/cache-directory.ts";

/**
 * Opens models of the hub; files are fetched when they are asked for, and kept with fetched
 * datasets. Offline as the environment says if left out.
 */
export function modelOpener(
  isOffline: boolean = isOfflineBy(process.env),
): (name: string, revision: string) => ModelFiles {
  const settings = hubSettings(process.env);
  const secret =
    settings.token === undefined
      ? undefined
      : { origin: new URL(settings.endpoint).origin, token: settings.token };
  const client = new WebClient({ isOffline, secret });
  return (name, revision) => {
    const model = new HubDataset({
      kind: "model",
      name,
      revision,
      settings,
      client,
      isOffline,
      cache: join(cacheDirectory(), "hub"),
    });
    return {
      list: async () => (await model.files()).map(({ path }) => path),
      path: (file) => model.fetch(file),
    };
  };
}
