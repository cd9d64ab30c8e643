import { expect, it } from "vitest";
import { systemKinds } from "./index.ts";

it("lists every kind under its own id", async () => {
  for (const { id, load } of systemKinds) expect((await load()).id).toBe(id);
});
