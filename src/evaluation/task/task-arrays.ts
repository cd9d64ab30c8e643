import type { ArraySource } from "../../core/data/array-ref.ts";
import { once } from "../../core/once.ts";
import { arrayFolder } from "../../datasets/arrays/array-folder.ts";

/** Arrays of the files that samples refer to; the folder is found when the first is read. */
export function taskArrays(root: () => Promise<string>): ArraySource & AsyncDisposable {
  let isOpen = false;
  const folder = once(async () => {
    isOpen = true;
    return arrayFolder(await root());
  });
  return {
    read: async (ref) => (await folder()).read(ref),
    digest: async (path) => (await folder()).digest(path),
    async [Symbol.asyncDispose]() {
      if (isOpen) await (await folder())[Symbol.asyncDispose]();
    },
  };
}
