import { type Result, success } from "../../core/result.ts";
import type { SourceMedia } from "../data-source.ts";
import { addressBelow, isRemote } from "./remote-address.ts";
import type { RemoteFiles } from "./remote-files.ts";
import { stateOf } from "./remote-record.ts";

/**
 * Pictures and videos that rows name by their addresses or, below a root, by paths. What is not
 * there is a reason; what may not be read is an error.
 */
export function remoteMedia(files: () => Promise<RemoteFiles>, root?: string): SourceMedia {
  const addressOf = (path: string): Result<string> =>
    isRemote(path) || root === undefined ? success(path) : addressBelow(root, path);
  const hold: SourceMedia["hold"] = async (path, signal) => {
    const address = addressOf(path);
    return address.ok ? (await files()).hold(address.value, signal) : address;
  };
  return {
    hold,
    async bring(path) {
      const held = await hold(path);
      if (!held.ok) return held;
      await held.value[Symbol.asyncDispose]();
      return success(held.value.path);
    },
    async knows(path) {
      const address = addressOf(path);
      if (!address.ok) return address;
      const remote = await files();
      const facts = await remote.facts(address.value);
      if (!facts?.ok) return facts;
      const { value } = facts;
      return success({
        sha256: remote.knownDigest(address.value, value),
        path: await remote.place(address.value, value),
        state: stateOf(value),
        isChanged: remote.isChanged(address.value, value),
      });
    },
  };
}
