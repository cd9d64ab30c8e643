import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, in that order. */
const longest = [
  "test/project/readme.test.ts",
  "test/providers/batch-run.test.ts",
  "test/project/examples.test.ts",
  "test/run/matrix-run.test.ts",
  "test/providers/worst-server.test.ts",
  "test/run/hostile-input.test.ts",
  "test/share/workers.test.ts",
  "test/share/kills.test.ts",
  "test/project/package.test.ts",
  "test/web/run-pages.test.ts",
  "test/commands/commands.test.ts",
  "test/web/annotate.test.ts",
  "test/run/kill.test.ts",
];

/** Vitest knows how long files took here the last time; a fresh clone goes by this list. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
