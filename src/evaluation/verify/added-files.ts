import { join } from "node:path";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import type { VerifiedPart } from "../../summary/verification.ts";
import { readDigested } from "../output/digested-json.ts";
import { rejudgedFolder } from "../rejudge/rejudged-folder.ts";
import { damageText } from "../run/damage-text.ts";
import { selfcheckName } from "../selfcheck/known-noise.ts";

/** What `selfcheck` and `rejudge` added to a run, which metrics.json has no digests of. */
export async function addedParts({ files }: KeptRun): Promise<readonly VerifiedPart[]> {
  const noise = await files.read(selfcheckName);
  const rejudged = await runStores.list(join(files.directory, rejudgedFolder));
  const logs = await Promise.all(
    rejudged.map(async ({ name, url }) => logPart(`${rejudgedFolder}/${name}`, url)),
  );
  return [...(noise === undefined ? [] : [selfcheckPart(noise)]), ...logs.flat()];
}

function selfcheckPart(text: string): VerifiedPart {
  if (!hasDigest(text))
    return {
      part: "selfcheck",
      state: "unchecked",
      text: `${selfcheckName} has no digest; compare takes the noise of answers from it`,
      changed: [],
    };
  return readDigested(text)
    ? {
        part: "selfcheck",
        state: "unchanged",
        text: `${selfcheckName}, by its digest`,
        changed: [],
      }
    : {
        part: "selfcheck",
        state: "changed",
        text: `${selfcheckName} is not as it was written`,
        changed: [selfcheckName],
      };
}

function hasDigest(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { digest?: unknown } | null)?.digest === "string";
  } catch {
    // What is no JSON was not written so.
    return true;
  }
}

/** A log of other grades, line by line. */
async function logPart(name: string, url: string): Promise<readonly VerifiedPart[]> {
  const log = `${name}/${runStores.files(url).logFile}`;
  const changed = (text: string): VerifiedPart => ({
    ...{ part: "rejudged", state: "changed", text, changed: [log] },
  });
  try {
    if (!(await runStores.header(url))) {
      const wasThere = (await runStores.files(url).facts("rejudge.json")) !== undefined;
      return wasThere ? [changed(`${log} is not there any more`)] : [];
    }
    await using store = await runStores.read(url);
    for await (const _ of store.events());
    const text = damageText(store.damage, log);
    if (text !== undefined) return [changed(text)];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [changed(error.message)];
  }
  const text = `every line of ${log} has its checksum; there is no digest of the whole`;
  return [{ part: "rejudged", state: "unchanged", text, changed: [] }];
}
