import { expect, it } from "vitest";
import { loadListed } from "../core/registry.ts";
import { families } from "./index.ts";
import { familyList } from "./list.ts";

it("lists every family in the same order, under what it says of itself", async () => {
  expect(await loadListed(familyList)).toEqual(families);
  expect(familyList.map(({ load: _, ...about }) => about)).toEqual(
    families.map(({ id, version, summary }) => ({ id, version, summary })),
  );
});
