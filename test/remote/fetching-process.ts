/**
 * Fetches addresses one after the other, as a worker on the same machine would, and says what it
 * got: folder, bound and addresses are its arguments.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { RemoteClient } from "../../src/datasets/remote/remote-client.ts";
import { RemoteFiles } from "../../src/datasets/remote/remote-files.ts";
import { SignedAddresses } from "../../src/datasets/remote/signed-addresses.ts";

const [folder = "", maxBytes = "", ...addresses] = process.argv.slice(2);
const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const files = new RemoteFiles({
  folder,
  maxBytes: Number(maxBytes),
  isOffline: false,
  client: new RemoteClient({ isOffline: false, environment: {}, signed: new SignedAddresses() }),
  digest: async (path) => digestOf(path),
});
await Promise.all(
  addresses.map(async (address) => {
    const held = await files.hold(address);
    if (!held.ok) throw new Error(held.reason);
    await using file = held.value;
    const before = digestOf(file.path);
    // As long as it is held it stays, whatever the others want.
    await pause(10 + Math.random() * 30);
    const after = digestOf(file.path);
    process.stdout.write(`${address} ${before === after ? after : "changed"}\n`);
  }),
);
