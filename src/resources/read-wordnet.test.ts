import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { meteorMeter } from "../metrics/text/meteor-measure.ts";
import { findWordnet, readWordnet } from "./read-wordnet.ts";

describe("readWordnet", () => {
  it("reads which synsets words are in, apart for each part of speech", () => {
    const root = temporaryFolder();
    root.file(
      "index.noun",
      "  1 This software and database is WordNet 9.9\nrun n 2 1 @ 2 0 00000005 00000007  \n",
    );
    root.file("index.verb", "run v 1 2 @ ~ 1 0 00000005  \n");
    root.file("index.adj", "");
    expect(() => readWordnet(root.path)).toThrow(/index\.adv: there is no such file/);
    root.file("index.adv", "");
    const { name, synsets } = readWordnet(root.path);
    expect(name).toBe("wordnet-9.9");
    expect(synsets.get("run")).toEqual([5, 7, 100000005]);
  });

  it("gives METEOR synonyms out of the installed package", () => {
    const synonyms = readWordnet(findWordnet()!);
    expect(synonyms.name).toBe("wordnet-3.1");
    const pair = { candidate: "an automobile stops", references: ["a car stops"] };
    expect(meteorMeter({ resources: { synonyms } })(pair).candidateContent).toEqual([1, 0, 1, 0]);
    expect(meteorMeter()(pair).candidateContent).toEqual([1, 0, 0, 0]);
  });
});
