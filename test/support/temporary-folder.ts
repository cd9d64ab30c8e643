import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** A folder that is gone after the tests of this file. */
export function temporaryFolder(): {
  readonly path: string;
  file(name: string, content: string | Buffer): string;
} {
  const path = mkdtempSync(join(tmpdir(), "vidimus-test-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    file(name, content) {
      const target = join(path, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      return target;
    },
  };
}
