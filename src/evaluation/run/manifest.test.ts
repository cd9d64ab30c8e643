import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { gitCommit } from "./manifest.ts";

const folder = temporaryFolder();

it("gitCommit is nothing outside of a repository", async () => {
  expect(await gitCommit(folder.path)).toBeNull();
});
