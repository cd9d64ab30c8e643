import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { answered } from "../core/run/outcome.ts";
import { dialogue } from "../families/dialogue/index.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import { readTables } from "./read-tables.ts";
import { type ScorerOptions, scorer } from "./scorer.ts";

const folder = temporaryFolder();
folder.file("meteor/function/english.words", "the\n");
folder.file("meteor/nonbreaking/english.prefixes", "Mr\n");
folder.file("meteor/synonym/english.synsets", "big\n1\nlarge\n1\n");
folder.file("meteor/synonym/english.exceptions", "mouse\nmice\n");

const sample = {
  fps: 1,
  frameCount: 10,
  group: "v",
  id: "v",
  inputs: [],
  media: [],
  metadata: {},
  references: [{ frame: 2, text: "Heat the big kettle now." }],
};

function meteor(options?: ScorerOptions<Record<never, never>>) {
  const scores = scorer(dialogue, options);
  scores.add(sample, answered({ utterances: [{ frame: 2, text: "Heat the large kettle now." }] }));
  return scores.finish().metrics.METEOR!;
}

describe("scorer with tables", () => {
  it("scores METEOR with the tables that it is lent, and says so in title and signature", async () => {
    const plain = meteor();
    const lent = meteor({
      tables: await readTables(dialogue, { meteor: "meteor" }, { directory: folder.path }),
    });
    expect(plain.title).toBe("METEOR (exact, stem)");
    expect(lent.title).toBe("METEOR (exact, stem, synonym)");
    expect(lent.value).toBeGreaterThan(plain.value!);
    expect(lent.signature).not.toBe(plain.signature);
  });

  it("tells a place that was never read from a table", () => {
    expect(() => meteor({ tables: { meteor: "meteor-1.5.jar" } })).toThrow(
      new TypeError(
        'tables.meteor is the place "meteor-1.5.jar", not what lies there: await readTables(family, { meteor: "meteor-1.5.jar" })',
      ),
    );
  });

  it("names the key where a place holds no tables, and roles that a family does not have", async () => {
    const read = (places: Record<string, string>) =>
      readTables(dialogue, places, { directory: folder.path });
    await expect(read({ meteor: "gone" })).rejects.toThrow(
      `tables.meteor: ${join(folder.path, "gone")}: there is no such file or folder`,
    );
    await expect(read({ meteo: "meteor" })).rejects.toThrow(
      'the family dialogue reads no tables "meteo"',
    );
    await expect(readTables(multipleChoice, { meteor: "meteor" })).rejects.toThrow(
      'the family multiple-choice reads no tables "meteor"',
    );
    mkdirSync(join(folder.path, "empty"));
    await expect(read({ meteor: "empty" })).rejects.toThrow(/^tables\.meteor: .*empty/);
  });
});
